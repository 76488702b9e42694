"""Everything that can go wrong, as one tree; each error says what happened and what to do.

The class docstring is the message, filled with the keyword arguments it was raised with.
"""


class SightlineError(Exception):
    """Something went wrong."""

    hint = ""

    def __init__(self, message: str = "", *, hint: str = "", **fields: object) -> None:
        self.fields = fields
        text = message or " ".join((type(self).__doc__ or "").split())
        self.message = text.format(**fields) if fields else text
        self.hint = hint or type(self).hint.format(**fields)
        super().__init__(self.message)


class UsageError(SightlineError):
    """The command or tool was called in a way it does not understand."""


class UnknownName(UsageError):
    """no {what} called {name!r}{where}"""

    def __init__(
        self,
        what: str,
        name: str,
        *,
        where: str = "",
        nearest: tuple[str, ...] = (),
        hint: str = "",
    ) -> None:
        super().__init__(
            what=what,
            name=name,
            where=f" in {where}" if where else "",
            hint=hint or ("nearest: " + " · ".join(nearest) if nearest else ""),
        )
        self.nearest = nearest


class SettingError(SightlineError):
    """{source}: {key} = {value!r} {problem}"""


class StoreError(SightlineError):
    """The store could not be used."""


class StoreBusy(StoreError):
    """The store is locked by another process: {path}"""

    hint = "try again; if it stays locked, look for a hanging sightline process"


class StoreCorrupt(StoreError):
    """The database is damaged: {path}"""


class StoreTooNew(StoreError):
    """{path} was written by a newer Sightline (schema {found}, this one knows {known})"""

    hint = "upgrade sightline; nothing was changed"


class StoreOld(StoreError):
    """{path} is of an older schema ({found}, this one knows {known}) and only open for reading"""

    hint = "run any sightline command once; it brings the database up to date"


class StoreMissing(StoreError):
    """There is no database at {path}"""


class NoIndex(StoreMissing):
    """This project has no index yet: {path}"""

    hint = "make it: sightline index"


class StoreFull(StoreError):
    """No space left to write {path}"""

    hint = "make room on the disk; what was kept before is safe"


class StoreReadOnly(StoreError):
    """{path} cannot be written"""

    hint = "check who owns the folder and whether the disk is mounted for reading only"


class StoreFailed(StoreError):
    """{path} could not be read or written: {problem}"""

    hint = "check the disk and who owns the folder"


class StoreRefused(StoreError):
    """The database refused a value: {problem} ({path})"""


class JournalDamaged(SightlineError):
    """{path}, which says what was installed where, cannot be read: {problem}"""

    hint = "move it away; sightline uninstall then takes out what carries our mark"


class LanguageError(SightlineError):
    """A language could not be used."""


class BadLanguage(LanguageError):
    """the language in {folder} cannot be used: {problem}"""

    hint = "see docs/guides/add-a-language.md"


class MissingGrammar(LanguageError):
    """{language} files are not read: the grammar {grammar} is not installed"""

    hint = "install the Python package that carries it (its name with hyphens)"


class MissingExtra(SightlineError):
    """the package {package} is not installed; it comes with the {extra} extra"""

    hint = 'try: pip install "sightline[{extra}]"'


class IndexBusy(SightlineError):
    """Another process is bringing the index of {root} up to date"""

    hint = "wait for it, or go on: what it has finished can be read"


class MemoryImmutable(SightlineError):
    """cannot mutate gene: immutable fact {id}"""

    hint = "only a person may: sightline edit {id}"
