"""What an index was made by: another version or other languages make another index."""

import os

import sightline
from sightline.text.hashing import digest

_PACKAGED = os.path.join(os.path.dirname(os.path.abspath(sightline.__file__)), "languages")
# Raised when reading or resolving changes what it finds without a new version of the program.
EDITION = 16


def of(folders: tuple[str, ...] = ()) -> str:
    """A digest of everything but the project that decides what an index holds."""
    parts = [f"{sightline.__version__} {EDITION}"]
    for folder in (_PACKAGED, *folders):
        for place, _, names in sorted(os.walk(folder)):
            for name in sorted(names):
                if name.endswith((".toml", ".scm")):
                    facts = os.stat(os.path.join(place, name))
                    parts.append(f"{place}/{name} {facts.st_size} {facts.st_mtime_ns}")
    return digest("\n".join(parts))
