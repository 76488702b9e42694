"""Ranking goldens: what should come first does, and every signal of the table is needed for it."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from sightline.context.ranking import evidence
from sightline.context.ranking.question import understand
from sightline.context.ranking.rank import (
    FILE,
    SIGNALS,
    SYMBOL,
    Signal,
    best_symbols,
    rank,
    rank_files,
)
from sightline.index.refresh import refresh
from sightline.settings import load
from sightline.store.code import evidence as store
from sightline.store.code import reader
from sightline.store.locations import index_path
from sightline.store.sqlite.database import Database, open_database
from sightline.workspace.identity import find_project

from .project import build


class Golden(NamedTuple):
    """A question, and which of two should rank higher: by which signal."""

    of: str
    signal: str
    question: str
    higher: str
    lower: str
    session: str = ""
    near: str = ""


GOLDENS = (
    Golden(
        FILE, "words", "pivot, counterweight and fulcrum",
        "scales/platform.py", "scales/balance.py",
    ),
    Golden(FILE, "best", "celadon crackle biscuit", "kiln/glaze_b.py", "kiln/glaze_a.py"),
    Golden(
        FILE, "history", "the cambium of the scion is drying out",
        "orchard/graft_b.py", "orchard/graft_a.py",
    ),
    Golden(FILE, "recent", "must and pomace", "orchard/press_b.py", "orchard/press_a.py"),
    Golden(FILE, "defines", "what is `typesetGalley` for", "press/work.py", "press/notes.py"),
    Golden(
        FILE, "path", "yard of depot/so/shunting.py",
        "depot/so/shunting.py", "depot/no/shunting.py",
    ),
    Golden(
        FILE, "module", "berth of so.moorings",
        "ferry/so/moorings.py", "ferry/no/moorings.py",
    ),
    Golden(
        FILE, "trace",
        'bran in the hopper\n\nTraceback (most recent call last):\n'
        '  File "/srv/mill/grind_b.py", line 2, in crush\nKeyError: bran',
        "mill/grind_b.py", "mill/grind_a.py",
    ),
    Golden(
        FILE, "session", "slag on the billet", "forge/anvil_b.py", "forge/anvil_a.py",
        session="forge/anvil_b.py",
    ),
    Golden(
        FILE, "meaning", "slag on the billet", "forge/anvil_b.py", "forge/anvil_a.py",
        near="forge/anvil_b.py",
    ),
    Golden(FILE, "central", "milling of the planchet", "mint/die_b.py", "mint/die_a.py"),
    Golden(
        FILE, "name", "oakum for the hawser of the brig deck",
        "rope/hawserman_deckhand_yard.py", "rope/briggs.py",
    ),
    Golden(
        FILE, "name", "how is a marlin hitch spliced",
        "rope/splicehitches.py", "rope/splice_of_two.py",
    ),
    Golden(
        FILE, "whole_name", "turns of the capstan",
        "rope/capstanry.py", "rope/capstanbar_extra.py",
    ),
    Golden(FILE, "folder", "mallet for the jetty", "jettyside/post.py", "dock/post.py"),
    Golden(
        FILE, "outer", "ballast for the lagoon",
        "lagoonside/deep/pier.py", "bayside/deep/pier.py",
    ),
    Golden(FILE, "former", "bezel of the needle", "gauge/v2/needle.py", "gauge/v1/needle.py"),
    Golden(FILE, "told", "a burr on the pawl", "clock/ratchet_b.py", "clock/ratchet_a.py"),
    Golden(FILE, "changed", "lees of the cider", "orchard/vat_b.py", "orchard/vat_a.py"),
    Golden(FILE, "linked", "saddle and girth", "barn/stall_b.py", "barn/stall_a.py"),
    Golden(FILE, "side", "lime for the pelt", "leather/tannery.py", "examples/tannery.py"),
    Golden(
        FILE, "prose", "tincture, poultice and decoction",
        "apothecary/shelves.py", "apothecary/README.md",
    ),
    Golden(SYMBOL, "text", "the heddle and the treadle", "pattern", "plain"),
    Golden(SYMBOL, "around", "hem of the kirtle, with gusset", "Kirtle.trim_b", "Tunic.trim_a"),
    Golden(SYMBOL, "history", "queens of the brood are swarming", "smoke_b", "smoke_a"),
    Golden(SYMBOL, "recent", "larvae without nectar", "feed_b", "feed_a"),
    Golden(SYMBOL, "name", "`windBobbin` tangles", "windBobbin", "aboutBobbin"),
    Golden(SYMBOL, "owner", "Crane.hoist is slow", "Crane.hoist", "CraneWinch.hoist"),
    Golden(
        SYMBOL, "trace",
        'chaff in the flour\n\nTraceback (most recent call last):\n'
        '  File "/srv/mill/sieve.py", line 8, in bolt_b\nKeyError: chaff',
        "bolt_b", "bolt_a",
    ),
    Golden(SYMBOL, "lines", "the paddle of the lock, see loom/gates.py:10", "spillway", "sluice"),
    Golden(SYMBOL, "near", "mordant with indigo and woad", "steep_b", "steep_a"),
)  # fmt: skip


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    folder = tmp_path_factory.mktemp("ranking")
    root, home = folder / "project", str(folder / "home")
    build(root)
    project = find_project(str(root))
    chosen = load.load(str(root), {"SIGHTLINE_HOME": home})
    refresh(project, chosen, home=home, workers=1)
    found = open_database(index_path(project.worktree_id, home), "index", readonly=True)
    yield found
    found.close()


def without(signal: Signal) -> tuple[Signal, ...]:
    """The table with one signal weighing nothing."""
    return tuple(one._replace(weight=0.0, vague=0.0) if one == signal else one for one in SIGNALS)


def places(index: Database, golden: Golden, table: tuple[Signal, ...]) -> dict[str, int]:
    """The rank of every file, or of every function by its qualified name."""
    session = {golden.session: 1.0} if golden.session else None
    found = evidence.gather(index, understand(golden.question), session=session)
    evidence.add_changes(index, found)
    first = {one.file.id: one.score for one in rank_files(found, table)}
    evidence.add_uses(index, found, list(first))
    evidence.add_links(index, found, first)
    found.meaning = {id: 1.0 for id, file in found.files.items() if file.path == golden.near}
    files = rank_files(found, table)
    best = [one.file.id for one in files[: evidence.WHOLE_FILES]]
    evidence.add_functions(index, found, best)
    top = best_symbols(found, files, evidence.NEIGHBOURS_OF, table)
    evidence.add_neighbours(index, found, top, "explore")
    ranking = rank(found, table, files)
    if golden.of == FILE:
        return {one.file.path: place for place, one in enumerate(ranking.files)}
    known = {
        s.id: s.qualified for s in reader.symbols(index, [r.symbol.id for r in ranking.symbols])
    }
    named: dict[str, int] = {}
    for place, one in enumerate(ranking.symbols):
        for ending in (".".join(known[one.symbol.id].split(".")[-n:]) for n in (1, 2)):
            named.setdefault(ending, place)
    return named


def holds(index: Database, golden: Golden, table: tuple[Signal, ...] = SIGNALS) -> bool:
    found = places(index, golden, table)
    assert golden.higher in found, (golden, sorted(found))
    return found[golden.higher] < found.get(golden.lower, len(found))


def failing(index: Database, table: tuple[Signal, ...]) -> list[str]:
    """The goldens that a table of signals gets wrong."""
    return [f"{g.of} {g.signal}" for g in GOLDENS if not holds(index, g, table)]


def test_every_golden_holds(index: Database) -> None:
    assert failing(index, SIGNALS) == []


@pytest.mark.parametrize("signal", SIGNALS, ids=lambda one: f"{one.of}-{one.name}")
def test_without_a_signal_the_check_turns_red(index: Database, signal: Signal) -> None:
    assert f"{signal.of} {signal.name}" in failing(index, without(signal))


def test_every_signal_has_a_golden() -> None:
    assert {(g.of, g.signal) for g in GOLDENS} == {(s.of, s.name) for s in SIGNALS}


def test_every_result_carries_its_parts(index: Database) -> None:
    """The score of a file is the sum of its parts, each named by its signal."""
    found = evidence.gather(index, understand("the cambium of the scion is drying out"))
    names = {signal.name for signal in SIGNALS if signal.of == FILE}
    for one in rank(found).files:
        assert {name for name, _ in one.parts} <= names
        assert one.score == pytest.approx(max(0.0, sum(value for _, value in one.parts)))


def test_the_same_question_gives_the_same_order(index: Database) -> None:
    golden = GOLDENS[0]
    assert places(index, golden, SIGNALS) == places(index, golden, SIGNALS)


def test_symbols_by_file_and_name_are_the_same_however_many_files_have_the_name(
    index: Database,
) -> None:
    paths = ("kiln/glaze_a.py", "kiln/glaze_b.py", "mint/users.py", "barn/visitors.py")
    files = [file.id for file in store.files_at(index, paths)]
    pairs = [(file, name) for file in files for name in ("first", "one")]
    apart = [row for pair in pairs for row in store.touched_symbols(index, [pair])]
    assert len(apart) == 4 and sorted(store.touched_symbols(index, pairs)) == sorted(apart)
