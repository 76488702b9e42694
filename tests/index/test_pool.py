"""Files read by several processes."""

from sightline.index.reading import pool
from sightline.parse.languages import Languages

from .conftest import Tree


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
        [("a.broken", pool.IN_PROCESS_BYTES), ("b.py", pool.IN_PROCESS_BYTES)],
        lambda: Languages(languages),
        languages,
        workers=2,
    )
    read = {record.path: record for record in records if not isinstance(record, str)}
    assert "no_such_grammar" in read["a.broken"].skip_reason
    assert [symbol.name for symbol in read["b.py"].symbols] == ["b", "b"]
