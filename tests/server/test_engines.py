"""EnginePool kept between events: the same one again, unless something else is there by now."""

import os
import pathlib
import shutil
from collections.abc import Callable, Iterator

import pytest

from sightline.context.prompt_code import offer_code
from sightline.context.select import Situation
from sightline.engine import Engine, open_engine
from sightline.index.refresh import refresh
from sightline.memory.draft import draft
from sightline.memory.keeper import add_plain, update
from sightline.memory.offer import Prompt, offer
from sightline.server.engines import MAX_IDLE, EnginePool
from sightline.settings.load import defaults
from sightline.store.locations import activity_path
from sightline.workspace.source import Sources

ENVIRON: dict[str, str] = {}


@pytest.fixture
def place(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("SIGHTLINE_HOME", str(tmp_path / "home"))
    root = tmp_path / "work"
    for part in ("objects", "refs"):
        (root / ".git" / part).mkdir(parents=True)
    (root / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    return str(root)


def again(engines: EnginePool, place: str, engine: Engine) -> Engine:
    """What is taken for the next event."""
    engines.give_back(place, engine)
    return engines.take(place, ENVIRON)


def test_an_engine_serves_the_next_event_of_its_place_and_no_two_at_once(place: str) -> None:
    engines = EnginePool()
    engine = engines.take(place, ENVIRON)
    assert engines.take(place, ENVIRON) is not engine
    assert again(engines, place, engine) is engine


def test_settings_are_those_of_now(place: str) -> None:
    engines = EnginePool()
    engine = engines.take(place, ENVIRON)
    assert engine.settings.integer("injection.tokens") == 1500
    engines.give_back(place, engine)
    changed = engines.take(place, {"SIGHTLINE_INJECTION_TOKENS": "300"})
    assert changed is engine
    assert changed.settings.integer("injection.tokens") == 300


def test_a_place_that_belongs_to_another_project_by_now_gets_another_engine(place: str) -> None:
    engines = EnginePool()
    inside = os.path.join(place, "inside")
    os.mkdir(inside)
    engine = engines.take(inside, ENVIRON)
    shutil.copytree(os.path.join(place, ".git"), os.path.join(inside, ".git"))
    other = again(engines, inside, engine)
    assert other is not engine
    assert other.project.root == os.path.realpath(inside)


def test_a_database_that_was_replaced_is_opened_anew(place: str) -> None:
    engines = EnginePool()
    engine = engines.take(place, ENVIRON)
    before = engine.activity
    os.remove(activity_path())
    engine = again(engines, place, engine)
    assert engine.activity is not before
    assert os.path.exists(activity_path())


def test_of_too_many_the_one_not_used_for_longest_is_let_go(place: str) -> None:
    engines = EnginePool()
    places = [os.path.join(place, f"part{number}") for number in range(MAX_IDLE + 1)]
    taken = []
    for part in places:
        os.mkdir(part)
        taken.append(engines.take(part, ENVIRON))
    for part, engine in zip(places, taken, strict=True):
        engines.give_back(part, engine)
    assert engines.take(places[0], ENVIRON) is not taken[0]
    assert engines.take(places[-1], ENVIRON) is taken[-1]


def long_ago(place: str) -> None:
    """As if nothing in this repository had changed for a while."""
    for folder in (place, os.path.join(place, ".git")):
        os.utime(folder, (1_700_000_000, 1_700_000_000))


@pytest.mark.parametrize(
    "change",
    [
        lambda place: shutil.rmtree(os.path.join(place, ".git")),
        lambda place: os.unlink(os.path.join(place, ".git", "HEAD")),
        lambda place: shutil.move(os.path.join(place, ".git"), place + ".elsewhere"),
    ],
)
def test_a_repository_that_is_none_any_more_is_seen_at_the_next_event(
    place: str, change: Callable[[str], object]
) -> None:
    """Though one that looks as before is not looked at closely."""
    engines = EnginePool()
    long_ago(place)
    engine = engines.take(place, ENVIRON)
    for _ in range(2):
        assert again(engines, place, engine) is engine
    assert engine.project.is_git
    change(place)
    assert not again(engines, place, engine).project.is_git


def test_a_link_that_leads_elsewhere_is_followed(place: str, tmp_path: pathlib.Path) -> None:
    link = str(tmp_path / "link")
    other = shutil.copytree(place, str(tmp_path / "other"))
    for root in (place, other):
        long_ago(root)
    os.symlink(place, link)
    engines = EnginePool()
    engine = again(engines, link, engines.take(link, ENVIRON))
    os.unlink(link)
    os.symlink(other, link)
    assert again(engines, link, engine).project.root == os.path.realpath(other)


def code_for(engine: Engine, prompt: str) -> list[str]:
    """The files that would be named for a prompt."""
    sources = Sources(engine.project.root)
    return [item.key for item in offer_code(engine.index, sources, Situation(prompt)).items]


def test_what_is_kept_of_the_code_is_that_of_the_index_as_it_is(place: str) -> None:
    part = pathlib.Path(place, "greeting.py")
    part.write_text("def greet_the_world(name):\n    return name\n")
    refresh(open_engine(place).project, defaults())
    engines = EnginePool()
    engine = engines.take(place, ENVIRON)
    asked = "greet_the_world should greet twice"
    assert code_for(engine, asked) == ["greeting.py"]
    part.rename(part.with_name("moved.py"))
    refresh(engine.project, defaults())
    engine = again(engines, place, engine)
    assert code_for(engine, asked) == ["moved.py"]


def test_a_standing_fact_is_told_as_it_is_now(place: str) -> None:
    engines = EnginePool()
    engine = engines.take(place, ENVIRON)
    project = engine.project.id
    fact = draft("fact", "Orders are kept for ten years.", now=1, project=project, level=0)
    known = add_plain(engine.memory, fact)

    def told() -> list[str]:
        prompt = "how long do orders last?"
        found = offer(engine.memory, engine.settings, Prompt(project, prompt, 2))
        return [item.text.splitlines()[-1].strip() for item in found.items]

    assert told() == told() == ["Orders are kept for ten years."]
    other = open_engine(place)
    update(other.memory, known.id, {"text": "Orders are kept for seven years."}, now=3)
    assert told() == ["Orders are kept for seven years."]
    update(engine.memory, known.id, {"text": "Orders are kept for good."}, now=4)
    assert told() == ["Orders are kept for good."]
