"""What an index was made by: another version or other languages make another index."""

import os

import sightline
from sightline.text.hashing import digest

_PACKAGED = os.path.join(os.path.dirname(os.path.abspath(sightline.__file__)), "languages")
# Raised when reading or resolving changes what it finds without a new version of the program.
EDITION = 18


def of(folders: tuple[str, ...] = ()) -> str:
    """A digest of everything but the project that decides what an index holds."""
    parts = [f"{sightline.__version__} {EDITION}"]
    for folder in (_PACKAGED, *folders):
        parts += sorted(_stamps(folder))
    return digest("\n".join(parts))


def _stamps(folder: str) -> list[str]:
    """Every data file below a folder with its size and time."""
    found: list[str] = []
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return found
    for entry in entries:
        if entry.name.endswith((".toml", ".scm")):
            facts = entry.stat()
            found.append(f"{entry.path} {facts.st_size} {facts.st_mtime_ns}")
        elif entry.is_dir(follow_symlinks=False):
            found += _stamps(entry.path)
    return found
