"""Which file names may be source, known without loading the languages: most runs read nothing."""

import json

from sightline.parse.languages import Languages
from sightline.store.code.metadata import CodeNotes


class Endings:
    """The endings and whole names of all languages' files."""

    def __init__(self, extensions: list[str], filenames: list[str]) -> None:
        self._extensions = frozenset(extensions)
        self._filenames = frozenset(filenames)

    def wanted(self, path: str) -> bool:
        """Whether a file of this name may be one we read: a known ending, or none at all."""
        if path[path.rfind(".") + 1 :] in self._extensions:
            return True  # as of most
        base = path.rpartition("/")[2]
        first = base.find(".")
        if first < 0 or base in self._filenames:
            return True
        while first >= 0:
            if base[first + 1 :].lower() in self._extensions:
                return True
            first = base.find(".", first + 1)
        return False


def of_languages(languages: "Languages") -> Endings:
    """The endings of the languages themselves."""
    every = languages.by_name.values()
    return Endings(
        [ending.lower() for language in every for ending in language.extensions],
        [name for language in every for name in language.filenames],
    )


def remembered(notes: CodeNotes) -> Endings | None:
    """The endings an index was made with; None when it is new."""
    known = notes.get("endings")
    return Endings(*json.loads(known)) if known else None


def remember(notes: CodeNotes, endings: Endings) -> None:
    """Keep the endings with the index, whose recipe says when they no longer hold."""
    value = [sorted(endings._extensions), sorted(endings._filenames)]
    notes.put(endings=json.dumps(value))
