"""What a vocabulary learned from history is worth: python -m benchmarks.learned_vocabulary TREE ...

The vocabulary is learned from a repository's older commits. Of the newest 300, those count whose message shares no
word with the names of the files and functions they changed: how many a learned word connects with these names, and how
many with the names of another commit, drawn at random. The second share is chance.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import random
import tempfile
import time
from typing import Any

from benchmarks.lib.results import add_save_option, publish
from sightline.index.history.commits import FUNCTIONS_OF, read_new_commits
from sightline.index.history.vocabulary import MOST_FILES, learn, words_of
from sightline.store.code.history_writer import PastWriter
from sightline.store.sqlite.database import open_database
from sightline.text.word_root import root
from sightline.workspace import git

NEWEST = 300


def measure(tree: pathlib.Path) -> dict[str, Any]:
    """One result line."""
    with tempfile.TemporaryDirectory() as folder:
        index = open_database(os.path.join(folder, "index.db"), "index")
        writer = PastWriter(index)
        read_new_commits(writer, str(tree), git.head_state(str(tree)), FUNCTIONS_OF)
        index.run("code_write.set_meta", key="learned_commit", value=0)
        commits = writer.commits_to_learn_from(FUNCTIONS_OF)
        index.close()
    begin = time.process_time()
    pairs = len(learn(commits))
    seconds = time.process_time() - begin
    others: dict[str, set[str]] = {}
    for one in learn(commits[NEWEST:]):
        others.setdefault(one.word, set()).add(root(one.other))
    newest = [words_of(one) for one in commits[:NEWEST] if len(one.files) <= MOST_FILES]
    names = [set(one.named) for one in newest]
    shuffled = random.Random(1).sample(names, len(names))
    line: dict[str, Any] = {"figure": tree.name.rpartition("+")[2], "pairs": pairs}
    line["learning_seconds"] = round(seconds, 2)
    for label, changed in (("own", names), ("random", shuffled)):
        reached = [
            any(not others.get(word, set()).isdisjoint(named) for word in one.spoken)
            for one, named in zip(newest, changed, strict=True)
            if named and named.isdisjoint(one.spoken)
        ]
        line[f"{label}_names_commits"] = len(reached)
        line[f"{label}_names_reached_pct"] = round(100 * sum(reached) / max(1, len(reached)), 1)
    return line


def main() -> None:
    """Measure and print; see the module's text."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("trees", nargs="+", type=pathlib.Path, metavar="TREE")
    add_save_option(parser)
    arguments = parser.parse_args()
    publish("learned_vocabulary", [measure(tree) for tree in arguments.trees], save=arguments.save)


if __name__ == "__main__":
    main()
