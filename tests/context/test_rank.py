"""Weighing evidence: sums of parts, shares of files, kinds of symbols."""

import pathlib

from sightline.context.ranking.evidence import Commit, Evidence
from sightline.context.ranking.question import understand
from sightline.context.ranking.rank import FILE, SIGNALS, SYMBOL, best_symbols, rank, rank_files
from sightline.context.ranking.signals import side, vagueness
from sightline.store.code.evidence import FileRow, SymbolRow


def evidence(question: str = "weigh the tray") -> Evidence:
    """Two source files and a test, a function in each, a class and a nested function."""
    found = Evidence(understand(question))
    for id, path, role in ((1, "a.py", "source"), (2, "b.py", "source"), (3, "t.py", "test")):
        found.files[id] = FileRow(id, path, role)
    rows = (
        SymbolRow(10, 1, "function", "weigh", 0, 1, 9, 0),
        SymbolRow(11, 1, "function", "inner", 10, 2, 3, 0),
        SymbolRow(20, 2, "function", "weigh", 0, 1, 9, 0),
        SymbolRow(21, 2, "class", "Weigh", 0, 11, 19, 0),
        SymbolRow(30, 3, "function", "test_weigh", 0, 1, 9, 0),
    )
    for row in rows:
        found.symbols[row.id] = row
    return found


def test_a_score_is_the_sum_of_its_weighted_parts() -> None:
    found = evidence()
    found.file_text = {1: 4.0, 2: 2.0}
    weights = {signal.name: signal.weight for signal in SIGNALS if signal.of == FILE}
    first, second = rank_files(found)
    assert first.file.path == "a.py" and dict(first.parts)["words"] == weights["words"]
    assert dict(second.parts)["words"] == weights["words"] / 2
    assert first.score == sum(value for _, value in first.parts)


def test_tests_are_no_candidates() -> None:
    found = evidence()
    found.file_text = {3: 9.0, 1: 1.0}
    found.symbol_text = {30: 9.0, 10: 1.0}
    ranking = rank(found)
    assert [one.file.path for one in ranking.files] == ["a.py", "b.py"]
    assert 30 not in [one.symbol.id for one in ranking.symbols]


def test_a_symbol_counts_more_in_a_file_that_everything_speaks_for() -> None:
    found = evidence()
    found.file_text = {2: 5.0, 1: 1.0}
    found.symbol_text = {10: 1.0, 20: 1.0}
    assert [one.symbol.id for one in rank(found).symbols][:2] == [20, 10]


def test_functions_come_before_classes_and_what_is_nested_in_functions() -> None:
    found = evidence()
    found.symbol_text = {10: 1.0, 11: 1.0, 20: 1.0, 21: 1.0}
    order = [one.symbol.id for one in rank(found).symbols]
    assert set(order[:2]) == {10, 20}


def test_a_long_function_counts_a_little_more_than_a_short_one_of_equal_words() -> None:
    found = evidence()
    found.symbols[22] = SymbolRow(22, 1, "function", "check", 0, 20, 99, 0)
    found.symbol_text = {10: 1.0, 22: 1.0}
    first, second = rank(found).symbols[:2]
    assert first.symbol.id == 22 and 1.5 < first.score / second.score < 2.0


def test_the_length_of_a_type_says_nothing() -> None:
    found = evidence()
    found.symbols[22] = SymbolRow(22, 2, "class", "Tray", 0, 20, 999, 0)
    found.symbol_text = {21: 1.0, 22: 1.0}
    first, second = rank(found).symbols[:2]
    assert first.score == second.score


def test_a_method_of_a_class_with_the_words_comes_before_its_twin_elsewhere() -> None:
    found = evidence()
    found.symbols[31] = SymbolRow(31, 2, "method", "lift", 21, 12, 20, 0)
    found.symbols[32] = SymbolRow(32, 2, "method", "lift", 0, 31, 39, 0)
    found.symbol_text = {21: 1.0, 31: 1.0, 32: 1.0}
    order = [one.symbol.id for one in rank(found).symbols]
    assert order.index(31) < order.index(32)


def test_ties_are_broken_the_same_way_every_time() -> None:
    found = evidence()
    order = [one.symbol.id for one in rank(found).symbols]
    assert order == sorted(order)
    assert [one.file.path for one in rank(found).files] == ["a.py", "b.py"]


def test_the_first_few_are_those_of_the_whole_ranking() -> None:
    found = evidence()
    found.file_text, found.symbol_text = {1: 2.0, 2: 1.0}, {10: 1.0, 20: 3.0, 21: 2.0}
    files = rank_files(found)
    whole = [(one.symbol.id, one.score) for one in rank(found, files=files).symbols]
    assert list(best_symbols(found, files, 3).items()) == whole[:3]


def test_an_older_commit_and_one_that_touched_many_files_say_less() -> None:
    found = evidence()
    found.newest = [Commit(0.0, (2,), ()), Commit(30.0, (1,), ())]
    assert rank_files(found)[0].file.path == "b.py"
    found = evidence()
    found.messages = [Commit(2.0, (2,), ()), Commit(2.0, (1, 5, 6, 7), ())]
    assert rank_files(found)[0].file.path == "b.py"


def test_a_vague_question_leans_on_what_is_recent_and_a_long_one_does_not() -> None:
    short, long = evidence("fix it"), evidence(" ".join(f"word{n}" for n in range(80)))
    assert vagueness(short) == 1.0
    assert vagueness(long) < 0.2


def test_documentation_counts_again_when_it_is_asked_for() -> None:
    def score(question: str) -> float:
        found = evidence(question)
        found.files[4] = FileRow(4, "guide.md", "source")
        found.file_text = {4: 1.0}
        (guide,) = [one for one in rank_files(found) if one.file.id == 4]
        return sum(value for name, value in guide.parts if name == "prose")

    assert score("how are trays weighed") < 0
    assert score("update the readme") == 0


def test_paths_of_examples_scripts_and_documentation_are_told() -> None:
    aside = (
        "docs/conf.py",
        "examples/a.go",
        "src/x.d.ts",
        "README.md",
        "benches/a.rs",
        "docs_src/a.py",
    )
    source = ("src/documents.py", "lib/example.rb", "scripted.go")
    found = Evidence(understand("where is it?"))
    found.files = {id: FileRow(id, path, "source") for id, path in enumerate((*aside, *source))}
    assert set(side(found)) == set(range(len(aside)))


def test_every_signal_says_what_it_is_in_a_sentence() -> None:
    assert len({(one.of, one.name) for one in SIGNALS}) == len(SIGNALS)
    assert {one.of for one in SIGNALS} == {FILE, SYMBOL}
    assert all(len(one.sentence) > 10 for one in SIGNALS)


def test_every_signal_stands_in_the_guide_with_its_weight() -> None:
    page = pathlib.Path(__file__).parents[2] / "docs" / "guides" / "questions.md"
    text = page.read_text(encoding="utf-8")
    for one in SIGNALS:
        weight = f"{one.weight:g}" + (f" + {one.vague:g}" if one.vague else "")
        assert f"| {one.of} | {one.name} | {weight} | {one.sentence} |" in text
