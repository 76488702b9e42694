"""Takes from a value what does not change what it is: `await `, `&`, `Arc::new(…)`."""

from sightline.parse.chains import Chain
from sightline.parse.rules import Rules

DEEPEST = 4  # wrappers around wrappers


def unwrapped(
    source: bytes, start: int, end: int, rules: Rules, called: dict[int, tuple[int, Chain]]
) -> tuple[int, int]:
    """Where the value itself stands; `called` knows where the call that starts somewhere ends."""
    for _ in range(DEEPEST):
        for prefix in rules.transparent:
            if source.startswith(prefix, start):
                start += len(prefix)
        wrapper = rules.wrapping and rules.wrapping.match(source, start, end)
        call = called.get(start) if wrapper else None
        if not wrapper or not call or call[0] != end:
            break
        start = wrapper.end()
        end = start + len(source[start : end - 1].rstrip(b" \t\r\n,"))
    return start, end
