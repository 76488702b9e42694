"""Which files are indexed, and by which version of the rules an index was built."""

import json
import os

import sightline
from sightline.parse.languages import Languages
from sightline.settings.load import Settings
from sightline.store.code.writer import CodeMeta
from sightline.store.sqlite.database import SCHEMAS
from sightline.text.hashing import digest
from sightline.workspace.files import Rules

_PACKAGED = os.path.join(os.path.dirname(os.path.abspath(sightline.__file__)), "languages")
# Raise this when parsing or resolving yields different rows without a new version of the program.
EDITION = 23
# The folder of memory files, which are told as memories and only where they are trusted.
MEMORY_FILES = ".sightline"


def path_rules(settings: Settings) -> Rules:
    """Which paths the settings exclude, and the largest file."""
    return Rules(
        (*settings.texts("index.exclude"), MEMORY_FILES),
        settings.texts("privacy.deny"),
        settings.integer("index.max_kilobytes") * 1024,
    )


def recipe(folders: tuple[str, ...] = ()) -> str:
    """A digest of everything but the project that decides the content of an index."""
    parts = [f"{sightline.__version__} {EDITION}"]
    for folder in (_PACKAGED, *folders):
        parts += sorted(_language_files(folder))
    return digest("\n".join(parts))


def portable_recipe(folders: tuple[str, ...] = ()) -> str:
    """As `recipe`, but the same on every machine: by the contents of the language files."""
    parts = [f"{sightline.__version__} {EDITION} {SCHEMAS['index'].version}"]
    for folder in (_PACKAGED, *folders):
        for place, _, names in sorted(os.walk(folder)):
            for name in sorted(names):
                if name.endswith((".toml", ".scm")):
                    with open(os.path.join(place, name), "rb") as file:
                        parts.append(f"{name} {digest(file.read())}")
    return digest("\n".join(parts))


def _language_files(folder: str) -> list[str]:
    """Path, size and time of every language file below a folder."""
    stamps: list[str] = []
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return stamps
    for entry in entries:
        if entry.name.endswith((".toml", ".scm")):
            status = entry.stat()
            stamps.append(f"{entry.path} {status.st_size} {status.st_mtime_ns}")
        elif entry.is_dir(follow_symlinks=False):
            stamps += _language_files(entry.path)
    return stamps


class SourceNames:
    """The extensions and file names of all languages, usable without loading the languages."""

    def __init__(self, extensions: list[str], filenames: list[str]) -> None:
        self._extensions = frozenset(extensions)
        self._filenames = frozenset(filenames)

    @classmethod
    def of_languages(cls, languages: Languages) -> "SourceNames":
        """The extensions and file names of loaded languages."""
        every = languages.by_name.values()
        return cls(
            [extension.lower() for language in every for extension in language.extensions],
            [name for language in every for name in language.filenames],
        )

    @classmethod
    def load(cls, meta: CodeMeta) -> "SourceNames | None":
        """The extensions and file names an index was built with; None when it is new."""
        stored = meta.get("endings")
        return cls(*json.loads(stored)) if stored else None

    def save(self, meta: CodeMeta) -> None:
        """Store them in the index, whose recipe tells when they are outdated."""
        value = [sorted(self._extensions), sorted(self._filenames)]
        meta.put(endings=json.dumps(value))

    def may_be_source(self, path: str) -> bool:
        """Whether a file of this name may be source: a language's extension, or none at all."""
        if path[path.rfind(".") + 1 :] in self._extensions:
            return True  # the most frequent case
        base = path.rpartition("/")[2]
        first = base.find(".")
        if first < 0 or base in self._filenames:
            return True
        while first >= 0:
            if base[first + 1 :].lower() in self._extensions:
                return True
            first = base.find(".", first + 1)
        return False
