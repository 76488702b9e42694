"""After any series of edits the index is what a new one would be."""

import pathlib
import random
from typing import Any

import pytest

from sightline.index.refresh import refresh_files
from sightline.store.code import reader
from sightline.store.sqlite.database import Database, open_database

from .conftest import Tree

FILES = ["a.py", "b.py", "pkg/__init__.py", "pkg/c.py", "pkg/sub/__init__.py", "pkg/sub/d.py"]
CLASSES = ["Basket", "Order", "Customer", "Parcel"]
FUNCTIONS = ["make", "build", "load", "run_all", "first"]
METHODS = ["open", "close", "send", "total", "refresh_all"]


def module_of(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def random_file(chance: random.Random) -> str:
    lines = []
    for _ in range(chance.randrange(4)):
        module = module_of(chance.choice(FILES))
        name = chance.choice(CLASSES + FUNCTIONS)
        lines.append(
            chance.choice(
                [
                    f"from {module} import {name}",
                    f"from {module} import {name} as renamed",
                    f"import {module}",
                    f"from {module} import *",
                ]
            )
        )
    for name in chance.sample(CLASSES, chance.randrange(3)):
        base = chance.choice(["", f"({chance.choice(CLASSES)})"])
        lines += ["", "", f"class {name}{base}:"]
        lines += [f"    limit_{name.lower()} = {chance.randrange(9)}"]
        for method in chance.sample(METHODS, chance.randrange(1, 4)):
            lines += ["", f"    def {method}(self, other):", *random_body(chance, "        ")]
    for name in chance.sample(FUNCTIONS, chance.randrange(3)):
        returned = chance.choice(["", f" -> {chance.choice(CLASSES)}"])
        lines += ["", "", f"def {name}(value){returned}:", *random_body(chance, "    ")]
    return "\n".join(lines) + "\n"


def random_body(chance: random.Random, indent: str) -> list[str]:
    lines = [f"local = {chance.choice(CLASSES)}()"]
    for _ in range(chance.randrange(3)):
        choices = [
            f"{chance.choice(FUNCTIONS)}(1)",
            f"local.{chance.choice(METHODS)}(2)",
            f"{chance.choice(FUNCTIONS)}(3).{chance.choice(METHODS)}(4)",
            f"renamed.{chance.choice(METHODS)}(5)",
            f"word_{chance.randrange(50)} = 'text'",
        ]
        lines.append(chance.choice(choices))
    lines.append(chance.choice(["return local", "return None", "pass"]))
    return [indent + line for line in lines]


def edit(tree: Tree, chance: random.Random) -> list[str]:
    """One change to the tree; the paths it touched."""
    present = sorted(str(p.relative_to(tree.root)) for p in tree.root.rglob("*.py"))
    what = chance.choice(["write", "write", "write", "delete", "rename", "append"])
    if what == "write" or not present:
        path = chance.choice(FILES)
        tree.write(path, random_file(chance))
        return [path]
    path = chance.choice(present)
    if what == "delete":
        (tree.root / path).unlink()
        return [path]
    if what == "rename":
        target = chance.choice([p for p in FILES if p != path])
        content = (tree.root / path).read_text()
        (tree.root / path).unlink()
        tree.write(target, content)
        return [path, target]
    tree.write(path, (tree.root / path).read_text() + "\n\nMORE = 1\n")
    return [path]


def content_of(index: Database) -> dict[str, Any]:
    """Everything the index holds, without the numbers it gave to things."""
    symbols = [s for f in reader.all_files(index) for s in reader.symbols_in_file(index, f.id)]
    ordinal: dict[tuple[str, str, str], int] = {}
    key = {0: None}
    for s in symbols:
        base = (s.path, s.qualified, s.kind)
        ordinal[base] = ordinal.get(base, 0) + 1
        key[s.id] = (*base, ordinal[base])  # type: ignore[assignment]
    ids = list(key)
    words = [*(f"word_{n}" for n in range(50)), "make", "basket", "total", "limit", "more"]
    return {
        "files": [(f.path, f.role, f.size, f.digest) for f in reader.all_files(index)],
        "symbols": [(key[s.id], *s[5:15], key[s.parent_id], *s[16:]) for s in symbols],
        "edges": sorted((key[e[0]], key[e[1]], *e[2:]) for e in reader.edges_from(index, ids)),
        "open calls": sorted((key[c[0]], *c[1:]) for c in reader.open_calls_from(index, ids)),
        "found": [
            sorted(str(key[id]) for id, _ in reader.search_symbols(index, [word], 500))
            for word in words
        ],
        "found in files": [
            sorted(f.path for f in reader.files(index, [id for id, _ in hits]))
            for hits in (reader.search_files(index, [word], 500) for word in words)
        ],
        "state": reader.state(index)[3:7],
    }


def content_anew(tree: Tree, tmp_path: pathlib.Path, number: int) -> dict[str, Any]:
    other = Tree(tree.root, tmp_path / f"anew{number}")
    other.index()
    return content_of(open_database(other.path, "index", readonly=True))


@pytest.mark.parametrize("seed", range(12))
def test_an_index_kept_up_to_date_equals_a_new_one(
    plain: Tree, tmp_path: pathlib.Path, seed: int
) -> None:
    """FO-14, 3.2: edges into a changed file survive, new symbols are seen, old ones vanish."""
    chance = random.Random(seed)
    for path in FILES:
        plain.write(path, random_file(chance))
    plain.index()
    for number in range(6):
        touched = [path for _ in range(chance.randrange(1, 4)) for path in edit(plain, chance)]
        if chance.random() < 0.5:
            refresh_files(plain.project, plain.settings, touched, home=plain.home)
        else:
            plain.index()
        kept = content_of(plain.open())
        anew = content_anew(plain, tmp_path, number)
        for part, value in anew.items():
            assert kept[part] == value, f"{part} after change {number}"


def test_a_type_may_stand_below_its_methods(tree: Tree) -> None:
    """Go allows it; a change of such a file is taken in like any other."""
    source = "package p\n\nfunc (s *S) One() int { return 1 }\n\ntype S struct{}\n"
    tree.write("p.go", source)
    tree.index()
    tree.write("p.go", source + "\nfunc (s *S) Two() int { return s.One() }\n")
    assert tree.index().files_indexed == 1
