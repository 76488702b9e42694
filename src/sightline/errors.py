"""Every error a user can see: each says what happened and, in its hint, what to do about it.

The class docstring is the message template; the keyword arguments of the error fill it in.
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
    """The command or tool was called with wrong arguments."""


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
    """the store is locked by another process: {path}"""

    hint = "try again; if it stays locked, look for a sightline process that does not end"


class StoreCorrupt(StoreError):
    """the database is damaged: {path}"""

    hint = "repair it, or restore the newest good backup: sightline doctor --fix"


class StoreTooNew(StoreError):
    """{path} was written by a newer version of Sightline (schema {found}; this version supports {known})"""

    hint = "upgrade Sightline; nothing was changed"


class StoreOld(StoreError):
    """{path} has an older schema ({found}; this version uses {known}) and was opened read-only"""

    hint = "run any sightline command once to upgrade the database"


class StoreMissing(StoreError):
    """there is no database at {path}"""


class NoIndex(StoreMissing):
    """this project has no index yet: {path}"""

    hint = "build it: sightline index"


class StoreFull(StoreError):
    """no space left on the disk to write {path}"""

    hint = "free some disk space; everything stored before is safe"


class StoreReadOnly(StoreError):
    """{path} cannot be written"""

    hint = "check the folder's owner and whether the disk is mounted read-only"


class StoreFailed(StoreError):
    """{path} could not be read or written: {problem}"""

    hint = "check the disk and the folder's owner"


class StoreRefused(StoreError):
    """the database rejected a value: {problem} ({path})"""


class TeamUnreachable(StoreError):
    """the team server {path} cannot be reached: {problem}"""

    hint = "your changes are kept and sent when it answers again; see: sightline team status"


class TeamRefused(StoreError):
    """the team server {path} refused this: {problem}"""

    hint = "an admin of the project can change your role: sightline team member NAME --role ROLE"


class TeamLoginRefused(TeamRefused):
    """the team server {path} refused the login: {problem}"""

    hint = (
        "check the name, the password and the database in the URL; an admin replaces a lost password: "
        "sightline team member NAME --new-token"
    )


class TeamNeedsPassword(TeamLoginRefused):
    """the team server {path} wants a password"""

    hint = "write it as postgresql://NAME:PASSWORD@HOST/DATABASE, or set PGPASSWORD"


class TeamInsecure(StoreError):
    """the connection to {path} would not be encrypted: {problem}"""

    hint = "use sslmode=verify-full (the default), verify-ca or require; only connections to this machine may do without"


class TeamNotTrusted(StoreError):
    """The certificate of the team server {path} is not trusted here: {problem}"""

    hint = "if your own authority signed it, add ?sslrootcert=/path/ca.crt to the URL"


class TeamNotSetUp(StoreError):
    """the database {path} has no schema of Sightline"""

    hint = "its owner creates it: sightline team setup URL"


class NotConnected(StoreError):
    """this project is not connected to a team server"""

    hint = "connect it: sightline team connect postgresql://NAME@HOST/DATABASE"


class JournalDamaged(SightlineError):
    """{path}, the record of what was installed where, cannot be read: {problem}"""

    hint = "move the file away; sightline uninstall then removes every entry marked as Sightline's"


class LanguageError(SightlineError):
    """A language could not be used."""


class BadLanguage(LanguageError):
    """the language definition in {folder} cannot be used: {problem}"""

    hint = "see docs/guides/add-a-language.md"


class MissingGrammar(LanguageError):
    """{language} files are not indexed: the grammar {grammar} is not installed"""

    hint = "install the Python package of that name, written with hyphens"


class MissingExtra(SightlineError):
    """the package {package} is not installed; it is part of the {extra!r} extra"""

    hint = 'try: pip install "sightline[{extra}]"; with uv or pipx see docs/guides/install.md'


class IndexBusy(SightlineError):
    """another process is updating the index of {root}"""

    hint = "wait for it, or go on: the files it has finished can already be queried"


class IndexRefused(SightlineError):
    """{path} is not used: {reason}"""

    hint = "build the index here: sightline index"


class OverlayRefused(SightlineError):
    """{path} was not used: {reason}"""

    hint = "the graph is unchanged; see docs/guides/precise-edges.md"


class MemoryImmutable(SightlineError):
    """{id} is an immutable fact: assistants cannot change or delete it"""

    hint = "a person can change it: sightline edit {id}"


class NotShared(SightlineError):
    """{id} is not shared: {reason}"""


class SharingOff(SightlineError):
    """memories of this repository are not shared yet"""

    hint = "turn sharing on: sightline share"
