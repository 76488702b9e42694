"""Projects to measure on: generated or cloned code, with memories and topics of past use."""

from __future__ import annotations

import os
import pathlib
import random
import subprocess
import sys
import time

from benchmarks.lib.processes import user_environment
from benchmarks.lib.words import NOUNS, VERBS
from sightline.engine import Engine, open_engine
from sightline.measure.process_cost import Cost, run
from sightline.memory.draft import draft
from sightline.memory.keeper import add_plain
from sightline.model.session import SessionKey
from sightline.topics.tracker import Submission, track

DAY_MS = 86_400_000
# How often each kind of memory occurs.
KINDS = {
    "decision": 20,
    "pattern": 10,
    "failure": 15,
    "observation": 40,
    "fact": 12,
    "convention": 1,
    "bug_fix": 2,
}
SHAPES = (
    "fix the bug where {a} loses its {b} when {c} runs twice",
    "why does {c} return nothing for an empty {b}? look at {a} as well",
    "add a test for the {a} of {b} and make {c} faster",
    "continue with {a}, then move the {b} into {c}",
)


class Project:
    """A project with its own store: FOLDER/project and FOLDER/home."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.root, self.home = folder / "project", folder / "home"
        self.environ = user_environment(self.home)
        self.dice = random.Random(11)
        self._names: list[str] = []

    def make_code(self, symbols: int, *, per_file: int = 25) -> None:
        """A git repository of functions whose names and words are distributed as in real projects."""
        self.root.mkdir(parents=True)
        subprocess.run(["git", "init", "-q", str(self.root)], check=True)
        names: list[str] = []
        for number in range(symbols // per_file):
            path = self.root / self.dice.choice(NOUNS) / f"part_{number}.py"
            path.parent.mkdir(exist_ok=True)
            lines = []
            for place in range(per_file - 1):
                name = f"{self.dice.choice(VERBS)}_{self.word()}_{number}_{place}"
                called = self.dice.choice(names[-400:]) if names else "print"
                lines.append(
                    f"def {name}({self.dice.choice(NOUNS)}):\n"
                    f'    """{self.dice.choice(VERBS).title()} the {self.word()} of a {self.word()}."""\n'
                    f"    return {called}({self.dice.choice(NOUNS)}_of_{self.word()})\n\n"
                )
                names.append(name)
            path.write_text("".join(lines))

    def clone(self, tree: pathlib.Path) -> None:
        """A clone of a repository's checked-out commit; shares objects, writes nothing to the original."""
        self.root.parent.mkdir(parents=True, exist_ok=True)
        done = subprocess.run(["git", "clone", "-q", "--shared", str(tree), str(self.root)])
        if done.returncode:
            raise SystemExit(f"{tree} is not a git repository that can be cloned")

    def index(self) -> Cost:
        """Run `sightline index`; returns its cost."""
        command = [sys.executable, "-m", "sightline", "index", "--json"]
        cost = run(command, cwd=str(self.root), environ=self.environ, memory=True)
        if cost.code:
            raise SystemExit(f"sightline index failed: {cost.output.decode()}")
        return cost

    def use_names_of_the_code(self) -> None:
        """Use names from the index in prompts and memories instead of generated words."""
        engine = self.engine()
        rows = engine.index.statement(
            "SELECT DISTINCT name FROM symbol WHERE length(name) > 4 AND is_test = 0"
            " AND kind IN ('function', 'method', 'class', 'struct') ORDER BY name"
        )
        self._names = [str(row[0]) for row in rows]
        engine.close()

    def make_memories(self, count: int) -> None:
        """Memories as they accumulate over a long time; a few are about the whole project."""
        engine = self.engine()
        now = int(time.time() * 1000)
        kinds = self.dice.choices(list(KINDS), list(KINDS.values()), k=count)
        with engine.memory.transaction():
            for number, kind in enumerate(kinds):
                text = (
                    f"{self.dice.choice(VERBS)} {self.word()} before {self.word()}: the "
                    f"{self.word()} of {self.word()} is kept per {self.word()}, note {number}"
                )
                then = now - self.dice.randrange(300 * DAY_MS)
                level = 0 if number % 1000 == 0 else 2
                add_plain(
                    engine.memory,
                    draft(kind, text, now=then, project=engine.project.id, level=level),
                )
        engine.close()

    def make_topics(self, prompts: int) -> None:
        """The topics of a number of past prompts, over many sessions."""
        engine = self.engine()
        now = int(time.time() * 1000) - prompts * 60_000
        for number in range(prompts):
            submission = Submission(
                engine.project.id,
                self.prompt(),
                now + number * 60_000,
                SessionKey("claude", f"before-{number // 12}"),
                branch="main",
            )
            track(engine.memory, engine.settings, submission)
        engine.close()

    def word(self) -> str:
        """A name with a realistic distribution: most are rare, some are everywhere."""
        if self._names:
            return self.dice.choice(self._names)
        number = min(self.dice.randrange(400), self.dice.randrange(400))
        return self.dice.choice(NOUNS) + str(number)

    def prompt(self) -> str:
        """A prompt about the code of this project."""
        called = self.word() if self._names else f"{self.dice.choice(VERBS)}_{self.word()}"
        return self.dice.choice(SHAPES).format(a=self.word(), b=self.word(), c=called)

    def engine(self) -> Engine:
        os.environ["SIGHTLINE_HOME"] = str(self.home)
        engine = open_engine(str(self.root), home=str(self.home))
        engine.settle()
        return engine
