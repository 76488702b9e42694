"""Which folders of memory files are trusted and read, which file each memory came from, and which
branches memories are kept to. `memory.share` decides what is read and written."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sightline.store.sqlite.database import Database

# Who is told what happened to the memories of a branch.
PERSON, SESSION = "person", "session"


class SharedFolder(NamedTuple):
    """A folder of memory files, and what it looked like when it was last read."""

    folder: str
    scope: str
    branch: str = ""  # empty on the default branch
    stamp: str = ""


class SharedFile(NamedTuple):
    """One memory file as it was read; `memory` is the number of its memory, or 0."""

    name: str
    stamp: str
    digest: str = ""
    memory: int = 0
    branch: str = ""  # empty if the default branch has the file, too
    supersedes: str = ""
    problem: str = ""


class BranchRecord(NamedTuple):
    """A branch with the commits at which it begins and ends, as last seen."""

    name: str
    base: str
    tip: str


def folders_here(database: Database, place: str, folder: str) -> list[SharedFolder]:
    """The folders that count in a working tree; `place` is where its repository is."""
    return [
        SharedFolder._make(row)
        for row in database.rows("share.folders", place=place, folder=folder)
    ]


def known_folders(database: Database, project: str) -> list[SharedFolder]:
    """All folders of a project that were read once."""
    return [
        SharedFolder._make(row) for row in database.rows("share.known_folders", project=project)
    ]


def trusted_at(database: Database, place: str) -> int:
    """When the person trusted a place; 0 if they did not."""
    return int(database.value("share.trusted", place=place) or 0)


def trust(database: Database, place: str, at: int) -> None:
    """Trust the memory files of a place."""
    database.run("share.trust", place=place, at=at)


def distrust(database: Database, place: str) -> None:
    """Trust the memory files of a place no longer."""
    database.run("share.distrust", place=place)


def put_folder(database: Database, folder: SharedFolder, project: str) -> None:
    """Record the state of a folder."""
    database.run("share.put_folder", project=project, **folder._asdict())


def remove_folder(database: Database, folder: str) -> None:
    """Forget a folder; its files are forgotten with it."""
    database.run("share.remove_folder", folder=folder)


def files_of(database: Database, folder: str) -> dict[str, SharedFile]:
    """The files of a folder by name, as they were read."""
    rows = database.rows("share.files", folder=folder)
    return {row[0]: SharedFile._make(row) for row in rows}


def put_files(database: Database, folder: str, files: Iterable[SharedFile]) -> None:
    """Record files as they were read."""
    database.many("share.put_file", [(folder, *file) for file in files])


def remove_file(database: Database, folder: str, name: str) -> None:
    """Forget a file."""
    database.run("share.remove_file", folder=folder, name=name)


def digests_of(database: Database, number: int) -> dict[str, str]:
    """What the files say that a memory was read from, by folder."""
    return dict(database.rows("share.digests_of", number=number))


def files_of_memory(database: Database, number: int) -> list[tuple[str, str]]:
    """The folder and name of each file that a memory was read from."""
    return [
        (str(folder), str(name)) for folder, name in database.rows("share.of_memory", number=number)
    ]


def relink(database: Database, old: int, new: int) -> None:
    """Let the files of one memory be those of another."""
    database.run("share.relink", old=old, new=new)


def superseded_by(database: Database, id: str, project: str) -> list[str]:
    """The ids of the memories that a memory superseded."""
    return [str(id) for (id,) in database.rows("share.superseded_by", id=id, project=project)]


def own_shared(database: Database, project: str) -> list[int]:
    """The person's own open memories that were shared from a project."""
    return [int(number) for (number,) in database.rows("share.own_shared", project=project)]


def note_shared_once(database: Database, project: str, ids: Sequence[str]) -> None:
    """Record that the default branch has these memories."""
    database.run("share.note_shared_once", project=project, ids=list(ids))


def shared_once(database: Database, project: str) -> set[str]:
    """The ids of the memories that the default branch has had."""
    return {str(id) for (id,) in database.rows("share.shared_once", project=project)}


def forget_shared_once(database: Database, project: str, id: str) -> None:
    """Forget that the default branch had a memory."""
    database.run("share.forget_shared_once", project=project, id=id)


def is_any_hidden(database: Database, project: str) -> bool:
    """Whether there are memories that may not count everywhere."""
    return bool(database.value("share.is_any_hidden", project=project))


def hidden(
    database: Database, project: str, folders: Sequence[str], branch: str
) -> tuple[int, ...]:
    """The memories of other branches, and of files that these folders do not have."""
    rows = database.rows("share.hidden", project=project, folders=list(folders), branch=branch)
    return tuple(number for (number,) in rows)


def branches(database: Database, project: str) -> dict[str, BranchRecord]:
    """The branches on which memories were made, as last seen, by name."""
    rows = database.rows("share.branches", project=project)
    return {row[0]: BranchRecord._make(row) for row in rows}


def put_branch(database: Database, project: str, branch: BranchRecord, now: int) -> None:
    """Record where a branch begins and ends."""
    database.run("share.put_branch", project=project, now=now, **branch._asdict())


def remove_branch(database: Database, project: str, name: str) -> None:
    """Forget a branch that was merged or deleted."""
    database.run("share.remove_branch", project=project, name=name)
    database.run("share.remove_ancestors", project=project, name=name)


def add_ancestor(database: Database, project: str, name: str, ancestor: str) -> None:
    """Record that a branch grew out of another."""
    database.run("share.add_ancestor", project=project, name=name, ancestor=ancestor)


def ancestors_of(database: Database, project: str, name: str) -> set[str]:
    """The branches that a branch grew out of."""
    return {str(one) for (one,) in database.rows("share.ancestors_of", project=project, name=name)}


def put_notice(database: Database, project: str, text: str) -> None:
    """Keep a sentence until the person, and the next session, have been told."""
    for listener in (PERSON, SESSION):
        database.run("share.put_notice", key=f"notice:{listener}:{project}", text=text)


def take_notice(database: Database, project: str, listener: str) -> str:
    """The sentences that wait for the person or the next session; told once."""
    key = f"notice:{listener}:{project}"
    text = str(database.value("meta.read", key=key) or "")
    if text:
        database.run("share.drop_notice", key=key)
    return text


def kept_to_branches(database: Database, project: str) -> list[str]:
    """The branches that memories are kept to."""
    return [str(name) for (name,) in database.rows("share.kept_to_branches", project=project)]


def of_branch(database: Database, project: str, branch: str) -> list[int]:
    """The memories that are kept to a branch."""
    rows = database.rows("share.of_branch", project=project, branch=branch)
    return [int(number) for (number,) in rows]
