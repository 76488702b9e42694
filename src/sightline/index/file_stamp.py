"""When a file was changed, as far as that can be relied on."""


def stamp(mtime_ns: int, now_ns: int) -> int:
    """The time to remember for a file; negative when it may yet change without its time changing."""
    coarse = mtime_ns % 1_000_000_000 == 0
    settled = now_ns - mtime_ns > (2_000_000_000 if coarse else 50_000_000)
    return mtime_ns if settled else -mtime_ns
