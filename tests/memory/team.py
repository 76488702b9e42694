"""People who share a repository: each has a clone and a data folder of their own."""

import pathlib
import subprocess

from sightline.engine import Engine, Lifetime, open_engine
from sightline.memory import keeper
from sightline.memory.draft import draft
from sightline.memory.share.folder import FOLDER, SUFFIX
from sightline.model.memory import Memory
from sightline.store import memory as store
from sightline.tools import sharing


def git(folder: pathlib.Path, *arguments: str, check: bool = True) -> str:
    done = subprocess.run(
        ["git", "-c", "commit.gpgsign=false", *arguments],
        cwd=folder, check=check, capture_output=True, text=True,
    )  # fmt: skip
    return done.stdout


class Person:
    """One person with a clone, whose memories only they have."""

    def __init__(self, origin: pathlib.Path, name: str) -> None:
        self.tree = origin.parent / name
        self.home = origin.parent / f"{name}-home"
        git(origin.parent, "clone", "-q", str(origin), name)
        self.git("config", "user.name", name)
        self.git("config", "user.email", f"{name.lower()}@example.org")
        self.engine = self.at(self.tree)
        self.engine.settle()

    def at(self, tree: pathlib.Path, lifetime: Lifetime = Lifetime.COMMAND) -> Engine:
        return open_engine(str(tree), lifetime, environ={}, home=str(self.home))

    def git(self, *arguments: str, check: bool = True) -> str:
        return git(self.tree, *arguments, check=check)

    def path(self, id: str) -> pathlib.Path:
        return self.tree / FOLDER / f"{id}{SUFFIX}"

    def remember(self, text: str, kind: str = "decision", **values: object) -> Memory:
        engine = self.engine
        memory = draft(kind, text, now=engine.now(), project=engine.project.id, **values)
        return keeper.save(engine.memory, memory, now=engine.now(), anyway=True).memory

    def share(self, text: str, **values: object) -> str:
        id = self.remember(text, **values).id  # type: ignore[arg-type]
        sharing.share(self.engine, [id])
        return id

    def edit(self, id: str, text: str) -> None:
        now = self.engine.now()
        keeper.update(self.engine.memory, id, {"text": text}, now=now, person=True)

    def push(self, branch: str = "main") -> None:
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "Share memories")
        self.git("push", "-q", "origin", branch)

    def pull(self) -> None:
        self.git("pull", "-q", "--ff-only", "origin", "main")

    def texts(self, engine: Engine | None = None) -> dict[str, str]:
        """The open memories that count in a working tree, by id."""
        engine = engine or self.engine
        engine.see_shared()
        numbers = store.newest(engine.memory, [engine.project.id, ""], limit=1000)
        memories = store.of_numbers(engine.memory, numbers)
        return {memory.id: memory.text for memory in memories if not memory.ended}

    def memory(self, id: str) -> Memory:
        return keeper.find(self.engine.memory, id)


def make_team(folder: pathlib.Path, *names: str) -> list[Person]:
    """Clones of one repository with a first commit, where sharing is on for everybody."""
    origin = folder / "origin.git"
    git(folder, "init", "-q", "--bare", "-b", "main", str(origin))
    people = [Person(origin, name) for name in names]
    first = people[0]
    (first.tree / "app.py").write_text("def charge(order):\n    return order\n")
    first.push("HEAD:main")
    for person in people:
        person.pull()
        person.git("remote", "set-head", "origin", "main")
        sharing.turn_on(person.engine)
    return people
