"""Memory links to changing code: python -m benchmarks.memory_links --tree DIR [--links 600] [--save]

Copies the sources of a real repository and links memories to random symbols. Then it changes, renames,
moves and deletes some of them and edits around the others: lines above, comments and reformatted neighbours
in the same file. It reads every memory at once as the hooks do (the index still describes the old tree),
then as tools and commands do. It counts changed links that are flagged, those that are flagged with the right
reason, and false alarms on untouched links.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import random
import re
import shutil
import subprocess
import tempfile
from collections import Counter, defaultdict
from typing import Any, NamedTuple

from benchmarks.lib import results
from sightline.engine import Engine, open_engine
from sightline.index.refresh import refresh
from sightline.memory.draft import draft
from sightline.memory.keeper import add_plain
from sightline.memory.links import check_link
from sightline.model.indexed import IndexedSymbol
from sightline.model.memory import FRESH, MOVED, NEEDS_REVIEW, STALE
from sightline.store import memory
from sightline.store.code import reader
from sightline.tools.memory_links import LinkChecker, index_view, links_for
from sightline.workspace.source import Sources

KINDS = ("function", "method", "class", "struct", "interface", "type")
COMMENT = {"python": "#", "ruby": "#"}
# The change to a link's symbol, the state that reading must report, and its frequency.
DONE = {
    "body": (NEEDS_REVIEW, 15),
    "signature": (NEEDS_REVIEW, 8),
    "rename": (MOVED, 8),
    "move": (MOVED, 8),
    "file": (MOVED, 3),
    "delete": (STALE, 8),
    # Deleted, while another symbol has the same name and text, or the same qualified name.
    "delete, twin left": (MOVED, 0),
    "untouched": (FRESH, 50),
}


class Linked(NamedTuple):
    """A memory's link, and the change made to its symbol."""

    symbol: IndexedSymbol
    id: str
    action: str


def copy_tree(tree: pathlib.Path, folder: pathlib.Path) -> pathlib.Path:
    """A copy of the files of a tree in a new repository."""
    target = folder / tree.name
    for source in sorted(tree.rglob("*")):
        name = source.relative_to(tree)
        if name.parts[0] == ".git" or source.is_symlink() or not source.is_file():
            continue
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target / name)
    subprocess.run(["git", "init", "-q", str(target)], check=True)
    return target


def candidates(engine: Engine) -> dict[str, list[IndexedSymbol]]:
    """The symbols to link to, by file: with a body, not in tests, not nested."""
    by_file: dict[str, list[IndexedSymbol]] = {}
    for file in reader.all_files(engine.index):
        if file.role != "source":
            continue
        free = 0
        for symbol in sorted(
            reader.symbols_in_file(engine.index, file.id), key=lambda s: (s.start, -s.end)
        ):
            lines = symbol.end_line - symbol.start_line + 1
            if symbol.kind in KINDS and 3 <= lines <= 120 and symbol.start >= free:
                by_file.setdefault(file.path, []).append(symbol)
                free = symbol.end
    return by_file


def link(engine: Engine, links: int, chance: random.Random) -> list[Linked]:
    """Memories linked to random symbols, each with the change to make."""
    by_file = candidates(engine)
    every = [symbol for path in sorted(by_file) for symbol in by_file[path]]
    chance.shuffle(every)
    fates = [name for name, (_, share) in DONE.items() for _ in range(share)]
    moved_files: set[str] = set()
    chosen: list[Linked] = []
    for symbol in every:
        if len(chosen) >= links:
            break
        symbol_links, _ = links_for(engine, [f"{symbol.path}::{symbol.qualified}"])
        if len(symbol_links) != 1 or symbol_links[0].fingerprint != symbol.fingerprint:
            continue  # a name that occurs twice in one file
        action = chance.choice(fates)
        if symbol.path in moved_files:
            action = "file"
        elif action == "file" and any(one.symbol.path == symbol.path for one in chosen):
            action = "untouched"
        if action == "file":
            moved_files.add(symbol.path)
        if action == "move" and symbol.start_line != symbol.line and symbol.language == "python":
            action = "body"
        if action == "move" and is_indented(engine, symbol):
            action = "body"  # moving a method does not make it a function
        if action in ("delete", "rename", "move") and has_twin(engine, symbol):
            action = "delete, twin left" if action == "delete" else "body"
        text = f"note {len(chosen)} about {symbol.qualified}"
        project = engine.project.id
        fact = draft("fact", text, now=engine.now(), project=project, links=symbol_links)
        chosen.append(Linked(symbol, add_plain(engine.memory, fact).id, action))
    return chosen


def has_twin(engine: Engine, symbol: IndexedSymbol) -> bool:
    """Whether another symbol has the same name and text, or the same qualified name."""
    named = reader.symbols_named(engine.index, symbol.name, limit=500)
    others = [one for one in named if one.id != symbol.id]
    return any(
        one.fingerprint == symbol.fingerprint or one.qualified == symbol.qualified for one in others
    )


def is_indented(engine: Engine, symbol: IndexedSymbol) -> bool:
    source = pathlib.Path(engine.project.root, symbol.path).read_bytes()
    line = source.rfind(b"\n", 0, symbol.start) + 1
    return symbol.start != line


def edit(root: pathlib.Path, chosen: list[Linked], chance: random.Random) -> None:
    """Apply the changes to every file, from its end to its beginning."""
    files: dict[str, list[Linked]] = defaultdict(list)
    for one in chosen:
        files[one.symbol.path].append(one)
    cut: list[tuple[str, bytes]] = []
    for path, links in sorted(files.items()):
        source = (root / path).read_bytes()
        for one in sorted(links, key=lambda one: -one.symbol.start):
            source = change_symbol(source, one, chance, cut)
        if any(one.action == "untouched" for one in links):
            source = edit_around(source, links[0].symbol.language)
        (root / path).write_bytes(source)
        if any(one.action == "file" for one in links):
            folder = root / path
            target = folder.parent / "relocated" / folder.name
            target.parent.mkdir(exist_ok=True)
            folder.rename(target)
    for path, text in cut:
        there = pathlib.PurePosixPath(path)
        target = root / there.parent / f"taken_in{there.suffix}"
        before = target.read_bytes() if target.exists() else b"package x\n" * path.endswith(".go")
        target.write_bytes(before + b"\n\n" + text + b"\n")


def change_symbol(
    source: bytes, one: Linked, chance: random.Random, cut: list[tuple[str, bytes]]
) -> bytes:
    """The file with one of its symbols changed."""
    symbol = one.symbol
    text = source[symbol.start : symbol.end]
    if one.action == "body":
        text = other_word(text, symbol, chance)
    elif one.action == "signature":
        text = more_arguments(text, symbol) or other_word(text, symbol, chance)
    elif one.action == "rename":
        name = re.escape(symbol.name.encode())
        text = re.sub(rb"(?<!\w)" + name + rb"(?!\w)", symbol.name.encode() + b"Anew", text)
    elif one.action in ("move", "delete", "delete, twin left"):
        if one.action == "move":
            cut.append((symbol.path, text))
        text = b"pass" if needs_body(source, symbol) else b""
    return source[: symbol.start] + text + source[symbol.end :]


def needs_body(source: bytes, symbol: IndexedSymbol) -> bool:
    """Whether a Python block would be empty without the symbol and needs a `pass`."""
    line = source.rfind(b"\n", 0, symbol.start) + 1
    return symbol.language == "python" and symbol.start != line


def other_word(text: bytes, symbol: IndexedSymbol, chance: random.Random) -> bytes:
    """The text with one word of its body changed, but not its first line or its name."""
    first = text.find(b"\n", text.find(symbol.name.encode()))
    words = [
        match
        for match in re.finditer(rb"[A-Za-z_]\w{3,}", text[first:])
        if match[0] != symbol.name.encode()
    ]
    if first < 0 or not words:
        return text[:-1] + b" x1 " + text[-1:]
    word = chance.choice(words)
    at = first + word.end()
    return text[:at] + b"_x" + text[at:]


def more_arguments(text: bytes, symbol: IndexedSymbol) -> bytes | None:
    """The text with one more argument, if it has an argument list."""
    match = re.search(re.escape(symbol.name.encode()) + rb"\(([^()]*)\)", text)
    if match is None or symbol.kind not in ("function", "method"):
        return None
    more = b"extra" if symbol.language == "python" else b"extra int"
    given = match[1].rstrip().rstrip(b",")
    if b"*" in given and symbol.language == "python":
        given = more + b", " + given if not given.startswith(b"self") else given
        if not given.startswith(more):
            given = given.replace(b"self", b"self, " + more, 1)
    else:
        given = given + b", " + more if given else more
    return text[: match.start(1)] + given + text[match.end(1) :]


def edit_around(source: bytes, language: str) -> bytes:
    """The file with edits around its linked symbols: lines above, comments, blank lines."""
    mark = COMMENT.get(language, "//").encode()
    head = mark + b" a line that was not there\n"
    if language == "python" and source.startswith((b"#!", b'"""', b"#")):
        head = b""
    tail = b"\n\n" + mark + b" and one at the end\n"
    # Reformatted neighbours: trailing spaces on blank lines change no symbol.
    return head + re.sub(rb"\n\n(?=\n)", b"\n\n\n", source) + tail


def read(engine: Engine, chosen: list[Linked], *, hook: bool = False) -> dict[str, str]:
    """The current state of every memory's link, by the existing index or as tools determine it."""
    memories = [one for one in (memory.by_id(engine.memory, c.id) for c in chosen) if one]
    if hook:
        view, sources = index_view(engine), Sources(engine.project.root)
        return {one.id: check_link(one.links[0], view, sources).state for one in memories}
    states = LinkChecker(engine).states
    return {one.id: states(one)[0].state for one in memories}


def count(chosen: list[Linked], states: dict[str, str], when: str, *, verbose: bool) -> list[Any]:
    """Flagged and correctly flagged changes, and false alarms on the rest."""
    rows = []
    wrong: Counter[tuple[str, str]] = Counter()
    for action, (expected, _) in DONE.items():
        those = [one for one in chosen if one.action == action]
        if not those:
            continue
        flagged = sum(states[one.id] != FRESH for one in those)
        # The remaining symbol of a duplicated name may have any of these states.
        fits = (expected, NEEDS_REVIEW, STALE) if action == "delete, twin left" else (expected,)
        right = sum(states[one.id] in fits for one in those)
        row = {"read": when, "action": action, "links": len(those), "flagged": flagged}
        rows.append(row | {"right": right, "expected": expected})
        for one in those:
            if states[one.id] not in fits:
                wrong[(action, states[one.id])] += 1
                if verbose:
                    print(action, states[one.id], one.symbol.path, one.symbol.qualified)
    touched = [one for one in chosen if one.action != "untouched"]
    still = [one for one in chosen if one.action == "untouched"]
    flagged = sum(states[one.id] != FRESH for one in touched)
    alarms = sum(states[one.id] != FRESH for one in still)
    total = {"read": when, "action": "all", "changed": len(touched), "flagged": flagged}
    total |= {"flagged_share": round(flagged / len(touched), 4), "untouched": len(still)}
    right = sum(row["right"] for row in rows if row["action"] != "untouched")
    total |= {"right_share": round(right / len(touched), 4)}
    rows.append(total | {"false_alarms": round(alarms / len(still), 4)})
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tree", type=pathlib.Path, required=True)
    parser.add_argument("--links", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--verbose", action="store_true", help="list wrong states")
    results.add_save_option(parser)
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    with tempfile.TemporaryDirectory() as name:
        os.environ["SIGHTLINE_HOME"] = os.path.join(name, "home")
        root = copy_tree(arguments.tree.resolve(), pathlib.Path(name))
        engine = open_engine(str(root))
        refresh(engine.project, engine.settings, home=engine.home)
        chosen = link(engine, arguments.links, chance)
        before = read(engine, chosen)
        rows = count_before(before)
        edit(root, chosen, chance)
        states = read(engine, chosen, hook=True)
        rows += count(chosen, states, "hook, index not followed", verbose=arguments.verbose)
        rows += count(chosen, read(engine, chosen), "tool or command", verbose=arguments.verbose)
        engine.close()
    tree = {"tree": arguments.tree.resolve().name, "seed": arguments.seed}
    results.publish("memory_links", [tree | row for row in rows], save=arguments.save)


def count_before(states: dict[str, str]) -> list[dict[str, Any]]:
    alarms = sum(state != FRESH for state in states.values())
    return [{"read": "unchanged", "action": "all", "links": len(states), "flagged": alarms}]


if __name__ == "__main__":
    main()
