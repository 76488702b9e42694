"""What helpers load before they are copied, and that copies answer as the first one does."""

import pytest

from sightline.index import helpers, pool
from sightline.parse.languages import Languages

from .conftest import Tree


def test_helpers_are_told_what_sorts_of_files_will_come(
    tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also of those that come last: a grammar is loaded once, and not by each helper."""
    for number in range(80):
        tree.write(f"p/f{number}.py", f"def f{number}():\n    pass\n")
    tree.write("z/last.go", "package z\n\nfunc Last() {}\n")
    tree.write("z/Makefile", "all:\n")
    todo = [(f"p/f{number}.py", 20_000) for number in range(80)]
    todo += [("z/last.go", 20_000), ("z/Makefile", 20_000)]
    told: list[str] = []
    start = helpers.start_helpers

    def record(
        root: str, folders: tuple[str, ...], wanted: int, known: helpers.Known
    ) -> list[helpers.Helper]:
        told.extend(known[0])
        return start(root, folders, wanted, known)

    monkeypatch.setattr(pool, "start_helpers", record)
    records = list(pool.read_files(str(tree.root), todo, Languages, workers=2))
    assert {path.rpartition("/")[2].rpartition(".")[2] for path in told} == {"py", "go", "Makefile"}
    assert len(told) == 3
    read = {record.path: record for record in records if not isinstance(record, str)}
    assert set(read) == {path for path, _ in todo}
    assert [symbol[0] for symbol in read["z/last.go"].symbols] == ["z", "Last"]


def test_a_grammar_that_cannot_be_loaded_costs_only_its_own_files(tree: Tree) -> None:
    folder = tree.root.parent / "languages"
    broken = folder / "broken"
    broken.mkdir(parents=True)
    (broken / "language.toml").write_text(
        'name = "broken"\ngrammar = "no_such_grammar"\nextensions = ["broken"]\n'
    )
    (broken / "tags.scm").write_text("")
    tree.write("a.broken", "anything")
    tree.write("b.py", "def b():\n    pass\n")
    languages = (str(folder),)
    records = pool.read_files(
        str(tree.root),
        [("a.broken", pool.ALONE_BYTES), ("b.py", pool.ALONE_BYTES)],
        lambda: Languages(languages),
        languages,
        workers=2,
    )
    read = {record.path: record for record in records if not isinstance(record, str)}
    assert "no_such_grammar" in read["a.broken"].skipped
    assert [symbol[0] for symbol in read["b.py"].symbols] == ["b", "b"]
