"""A team that shares memories through git: python -m benchmarks.team_git [--people N] [--memories N] [--rounds N] [--seed N] [--hooks N] [--tree DIR] [--save]

Each person has a clone and a data folder of their own. In each round everybody opens one pull request
that adds, edits, supersedes and deletes memories; then the requests are merged one after the other, by
merge and squash in turn. In some rounds two people change the same memory on purpose. A separate
account of what was asked for says what every clone must show at the end, asked with `sightline recall`.

Then the prompt hook alone is measured with sharing off and on, in turn with the bare interpreter, in a clone
of this repository: 300 own memories, and 200 more that are own ones (off) or files of a colleague (on).

With --tree, the index of that repository is built in one clone, exported, and imported in another.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time
from typing import Any, NamedTuple

from benchmarks import ROOT, SOURCE, hook_speed
from benchmarks.lib import results
from benchmarks.lib.processes import HOOK, NOTHING
from benchmarks.lib.projects import Project
from sightline.engine import Engine, Lifetime, open_engine
from sightline.measure.process_cost import run
from sightline.memory import keeper
from sightline.memory.draft import draft
from sightline.memory.share.file_format import SharedMemory, render
from sightline.memory.share.folder import FOLDER, SUFFIX, write_text
from sightline.store import memory as store
from sightline.tools import sharing

NAMES = ("Ana", "Ben", "Chloe", "Dan", "Eva", "Finn", "Gita", "Hugo")
# Memories and past prompts of the project in which hooks are measured.
OWN, FOREIGN, TOPICS = 300, 200, 60
ADDS, EDITS, SUPERSEDES, DELETES = 3, 3, 2, 1
KINDS = ("decision", "convention", "fact", "failure")
Line = dict[str, Any]


class Expected(NamedTuple):
    """What a memory says at the end, and whether and by which memory it is superseded."""

    text: str
    is_superseded: bool = False
    replaced_by: str = ""


class Person:
    """One person: a clone, a data folder, and what they do."""

    def __init__(self, folder: pathlib.Path, origin: pathlib.Path, name: str) -> None:
        self.name, self.tree, self.home = name, folder / name, folder / f"{name}-home"
        git(folder, "clone", "-q", str(origin), name)
        self.git("config", "user.name", name)
        self.git("config", "user.email", f"{name.lower()}@example.org")
        self.engine = self.open()
        self.engine.settle()

    def open(self) -> Engine:
        return open_engine(str(self.tree), Lifetime.COMMAND, environ={}, home=str(self.home))

    def git(self, *arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        return git(self.tree, *arguments, check=check)

    def update(self, branch: str = "main") -> None:
        self.git("checkout", "-q", "main")
        self.git("pull", "-q", "--ff-only")
        if branch != "main":
            self.git("checkout", "-q", "-b", branch)
        sharing.settle(self.engine)

    def remember(self, text: str, kind: str) -> str:
        engine = self.engine
        memory = draft(kind, text, now=engine.now(), project=engine.project.id)
        saved = keeper.save(engine.memory, memory, now=engine.now(), anyway=True).memory
        sharing.share(engine, [saved.id])
        return saved.id

    def edit(self, id: str, text: str) -> None:
        engine = self.engine
        keeper.update(engine.memory, id, {"text": text}, now=engine.now(), person=True)
        sharing.share(engine, [id])

    def supersede(self, id: str, text: str) -> str:
        engine = self.engine
        old = keeper.find(engine.memory, id)
        memory = draft(old.kind, text, now=engine.now(), project=engine.project.id)
        saved = keeper.supersede(engine.memory, id, memory, now=engine.now()).memory
        sharing.share(engine, [saved.id])
        return saved.id

    def delete(self, id: str) -> None:
        memory = store.by_id(self.engine.memory, id)
        sharing.unshare(self.engine, id)
        if memory is not None and not memory.source.startswith("shared"):
            keeper.forget(self.engine.memory, id, now=self.engine.now(), person=True)

    def push(self, branch: str, message: str) -> None:
        self.git("add", "-A", FOLDER)
        self.git("commit", "-q", "-m", message)
        self.git("push", "-q", "origin", branch)

    def recalled(self) -> dict[str, Expected]:
        """Every memory that `sightline recall` lists in this clone."""
        environ = {**os.environ, "SIGHTLINE_HOME": str(self.home), "PYTHONPATH": str(SOURCE)}
        command = [sys.executable, "-P", "-m", "sightline", "recall", "--json", "--limit", "5000"]
        done = subprocess.run(
            [*command, "--all"], cwd=self.tree, env=environ, capture_output=True, check=True
        )
        memories = {}
        for value in json.loads(done.stdout):
            if value["status"] != "archived":
                replaced_by = value.get("replaced_by") or ""
                is_superseded = value["status"] == "superseded"
                memories[value["id"]] = Expected(value["content"], is_superseded, replaced_by)
        return memories


def git(
    folder: pathlib.Path, *arguments: str, check: bool = True
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["git", *arguments], cwd=folder, check=check, capture_output=True, text=True
    )


class Team:
    """The people, the repository they share, and the account of what must be in it."""

    def __init__(self, folder: pathlib.Path, people: int, seed: int) -> None:
        self.chance = random.Random(seed)
        self.expected: dict[str, Expected] = {}
        self.counts = dict.fromkeys(("adds", "edits", "supersedes", "deletes"), 0)
        self.conflicts = self.wanted_conflicts = self.unwanted_conflicts = self.both_kept = 0
        self.requests = 0
        self.number = 0
        origin = folder / "origin.git"
        git(folder, "init", "-q", "--bare", "-b", "main", str(origin))
        self.people = [Person(folder, origin, name) for name in NAMES[:people]]
        first = self.people[0]
        (first.tree / "app.py").write_text("def charge(order):\n    return order\n")
        first.git("add", "-A")
        first.git("commit", "-q", "-m", "Begin")
        first.git("push", "-q", "origin", "HEAD:main")
        for person in self.people:
            person.git("pull", "-q", "origin", "main")
            person.git("remote", "set-head", "origin", "main")
            sharing.turn_on(person.engine)

    def text(self) -> str:
        self.number += 1
        words = self.chance.sample(WORDS, 6)
        return f"Rule {self.number}: {' '.join(words)} by {self.chance.choice(WORDS)}"

    def fill(self, count: int) -> None:
        """The memories that the team begins with."""
        for at, person in enumerate(self.people):
            person.update(f"begin-{at}")
            for _ in range(count // len(self.people)):
                text = self.text()
                self.expected[person.remember(text, self.chance.choice(KINDS))] = Expected(text)
            person.push(f"begin-{at}", "Share what we know")
            self.merge(person, f"begin-{at}", squash=False)

    def round(self, number: int) -> None:
        """One pull request by everybody, begun at the same state and merged in turn."""
        for person in self.people:
            person.update(f"request-{number}-{person.name}")
        active = [id for id, one in self.expected.items() if not one.is_superseded]
        self.chance.shuffle(active)
        # Two people change one memory in every other round.
        contested = active.pop() if number % 2 else ""
        rivals = self.people[:2]
        changes: dict[str, dict[str, Expected | None]] = {}
        for person in self.people:
            changes[person.name] = done = {}
            for _ in range(ADDS):
                text = self.text()
                done[person.remember(text, self.chance.choice(KINDS))] = Expected(text)
            for _ in range(EDITS):
                id, text = active.pop(), self.text()
                person.edit(id, text)
                done[id] = Expected(text)
            for _ in range(SUPERSEDES):
                id, text = active.pop(), self.text()
                done[person.supersede(id, text)] = Expected(text)
                done[id] = Expected(self.expected[id].text, True, next(reversed(done)))
            for _ in range(DELETES):
                id = active.pop()
                person.delete(id)
                done[id] = None
            if contested and person in rivals:
                text = self.text()
                person.edit(contested, text)
                done[contested] = Expected(text)
            person.push(f"request-{number}-{person.name}", f"Request {number} of {person.name}")
        for name, count in zip(self.counts, (ADDS, EDITS, SUPERSEDES, DELETES), strict=True):
            self.counts[name] += count * len(self.people)
        for at, person in enumerate(self.people):
            self.merge(
                person,
                f"request-{number}-{person.name}",
                squash=bool((number + at) % 2),
                contested=contested if person is rivals[1] else "",
            )
            self.requests += 1
            for id, expected in changes[person.name].items():
                if expected is None:
                    self.expected.pop(id)
                    for old, one in self.expected.items():
                        if one.replaced_by == id:
                            self.expected[old] = one._replace(replaced_by="")
                elif id != contested or person is rivals[0]:
                    self.expected[id] = expected

    def merge(self, person: Person, branch: str, *, squash: bool, contested: str = "") -> None:
        """Merge a pull request into the default branch, as its author after an update."""
        person.git("checkout", "-q", "main")
        person.git("pull", "-q", "--ff-only")
        options = ("--squash",) if squash else ("--no-ff", "--no-edit")
        merged = person.git("merge", "-q", *options, branch, check=False)
        unmerged = person.git("diff", "--name-only", "--diff-filter=U").stdout.split()
        self.conflicts += len(unmerged)
        if unmerged or merged.returncode:
            self.resolve(person, unmerged, contested)
        if squash or unmerged:
            person.git("add", "-A", FOLDER)
            person.git("commit", "-q", "-m", f"Merge {branch}")
        person.git("push", "-q", "origin", "main")
        sharing.settle(person.engine)

    def resolve(self, person: Person, paths: list[str], contested: str) -> None:
        """Both versions must be there; the person keeps one of them."""
        wanted = f"{FOLDER}/{contested}{SUFFIX}"
        self.wanted_conflicts += wanted in paths
        self.unwanted_conflicts += len([path for path in paths if path != wanted])
        person.engine.see_shared()
        rows = store.of_numbers(person.engine.memory, store.newest(
            person.engine.memory, [person.engine.project.id], limit=100_000))  # fmt: skip
        versions = [memory for memory in rows if memory.id.partition("~")[0] == contested]
        self.both_kept += len({memory.text for memory in versions}) == 2
        chosen = self.chance.choice(versions)
        sharing.share(person.engine, [chosen.id])
        self.expected[contested] = Expected(chosen.text)


WORDS = [
    "orders",
    "invoices",
    "sessions",
    "tokens",
    "users",
    "carts",
    "prices",
    "taxes",
    "refunds",
    "mails",
    "queues",
    "jobs",
    "caches",
    "locks",
    "tables",
    "indexes",
    "routes",
    "pages",
    "forms",
    "uploads",
    "exports",
    "reports",
    "events",
    "hooks",
    "clients",
    "servers",
    "expire",
    "retry",
    "batch",
    "sign",
    "check",
    "store",
    "render",
    "index",
    "merge",
    "split",
    "count",
    "round",
    "charge",
    "cancel",
    "never",
    "always",
    "before",
    "after",
    "within",
    "without",
    "inside",
    "outside",
    "once",
    "twice",
    "early",
    "late",
    "fast",
    "slow",
]


def simulate(folder: pathlib.Path, arguments: argparse.Namespace) -> Line:
    started = time.monotonic()
    team = Team(folder, arguments.people, arguments.seed)
    team.fill(arguments.memories)
    for number in range(arguments.rounds):
        team.round(number)
    lost = duplicated = wrong = 0
    states = []
    for person in team.people:
        person.update()
        person.engine.close()
        here = person.recalled()
        states.append(here)
        lost += len(team.expected.keys() - here.keys())
        duplicated += len(here.keys() - team.expected.keys())
        wrong += sum(here[id] != one for id, one in team.expected.items() if id in here)
    return {
        "figure": "a team through git",
        "people": arguments.people,
        "memories_at_first": arguments.memories,
        "memories_at_last": len(team.expected),
        "pull_requests": team.requests,
        **team.counts,
        "conflicts": team.conflicts,
        "conflicts_expected": (arguments.rounds) // 2,
        "conflicts_by_others": team.unwanted_conflicts,
        "both_versions_kept": team.both_kept,
        "lost": lost,
        "duplicated": duplicated,
        "wrong": wrong,
        "clones_equal": all(state == states[0] for state in states),
        "seconds": round(time.monotonic() - started, 1),
    }


def hook_cost(folder: pathlib.Path, runs: int) -> Line:
    """The CPU of the prompt hook over the bare interpreter, with sharing off and on."""
    off = Project(folder / "off")
    off.clone(ROOT)
    off.index()
    off.use_names_of_the_code()
    off.make_memories(OWN)
    off.make_topics(TOPICS)
    on = Project(folder / "on")
    shutil.copytree(off.home, on.home)
    on.root = off.root
    texts = [f"{off.word()} {off.word()} is kept per {off.word()}, {n}" for n in range(FOREIGN)]
    engine = off.engine()
    now, project = engine.now(), engine.project.id
    for number, text in enumerate(texts):
        memory = draft("decision", text, now=now, project=project)._replace(
            id=f"dec-{number:08x}", author="Ben"
        )
        write_text(str(off.root / FOLDER), memory.id + SUFFIX, render(SharedMemory(memory)))
        keeper.add_plain(engine.memory, memory)
    engine.close()
    engine = open_engine(str(on.root), Lifetime.COMMAND, environ={}, home=str(on.home))
    sharing.turn_on(engine, trust=True)
    read = len(sharing.sharing_state(engine).memories)
    engine.close()
    time.sleep(2.1)  # until then a changed folder is listed again
    costs: dict[str, list[float]] = {"bare": [], "off": [], "on": []}
    asked = zip(
        hook_speed.turns(off, runs + hook_speed.WARM_UPS, "off"),
        hook_speed.turns(on, runs + hook_speed.WARM_UPS, "on"),
        strict=True,
    )
    for for_off, for_on in asked:
        costs["bare"].append(hook_speed.run(NOTHING, off).cpu_ms)
        costs["off"].append(hook_speed.run(HOOK, off, for_off.prompt).cpu_ms)
        costs["on"].append(hook_speed.run(HOOK, on, for_on.prompt).cpu_ms)
    half = {
        name: results.percentile(values[hook_speed.WARM_UPS :], 50)
        for name, values in costs.items()
    }
    return {
        "figure": "prompt hook alone, sharing off and on",
        "files_read": read,
        "off_over_bare_p50": round(half["off"] / half["bare"], 2),
        "on_over_bare_p50": round(half["on"] / half["bare"], 2),
        "on_over_off": round(half["on"] / half["off"], 3),
        "off_cpu_p50_ms": round(half["off"], 2),
        "on_cpu_p50_ms": round(half["on"], 2),
        "runs": runs,
    }


def index_cost(folder: pathlib.Path, tree: pathlib.Path) -> Line:
    """What a clone saves that takes its index from a file."""
    first, second = Project(folder / "ci"), Project(folder / "clone")
    first.clone(tree)
    second.clone(tree)
    built = first.index()
    path = str(folder / "index-file")

    def command(*words: str) -> list[str]:
        return [sys.executable, "-m", "sightline", "index", *words, "--json"]

    written = run(command("export", path), cwd=str(first.root), environ=first.environ)
    taken = run(command("import", path), cwd=str(second.root), environ=second.environ)
    if written.code or taken.code:
        raise SystemExit(f"{tree}: export or import failed: {taken.output.decode()}")
    value = json.loads(taken.output)
    return {
        "figure": f"index of {tree.name} from a file",
        "files": value["header"]["files"],
        "symbols": value["header"]["symbols"],
        "megabytes": round(os.path.getsize(path) / 1e6, 1),
        "build_cpu_s": round(built.cpu, 2),
        "export_cpu_s": round(written.cpu, 2),
        "import_cpu_s": round(taken.cpu, 2),
        "import_wall_s": round(taken.wall, 2),
        "import_over_build": round(taken.cpu / built.cpu, 3),
        "read_again": value["read"],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--people", type=int, default=5)
    parser.add_argument("--memories", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=8, help="pull requests of each person")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hooks", type=int, default=60, help="measured prompts; 0 for none")
    parser.add_argument("--tree", type=pathlib.Path, help="a repository to export the index of")
    results.add_save_option(parser)
    arguments = parser.parse_args()
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        if arguments.rounds:
            lines.append(simulate(pathlib.Path(folder), arguments))
        if arguments.hooks:
            lines.append(hook_cost(pathlib.Path(folder), arguments.hooks))
        if arguments.tree:
            lines.append(index_cost(pathlib.Path(folder), arguments.tree))
    results.publish("team_git", lines, save=arguments.save)


if __name__ == "__main__":
    main()
