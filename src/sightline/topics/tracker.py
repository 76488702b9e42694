"""Takes in what a person says: which topic it belongs to, and everything that follows from it.

One short transaction per prompt, so that many sessions may speak at once; `dry_run` is the same
without the writing. How the forest grows is in `intent.growth`.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from sightline.model.session import FAILURE, FILE, MEMORY, SYMBOL, TOUCHES, SessionKey
from sightline.settings.load import Settings
from sightline.store import topics as store
from sightline.store.sqlite.database import Database
from sightline.store.sqlite.spool import first_time
from sightline.text.secrets.redact import redact
from sightline.text.tokenise import surface_forms
from sightline.topics import growth, guide
from sightline.topics.matcher import BEST, EXTEND, NEW, Decision, by_evidence, by_tfidf
from sightline.topics.prompt_reader import Reading, clean, file_name, own_words, read, uncoloured
from sightline.topics.state import State, limits_of, load, nothing_yet, scene_of

FIRST = "the first topic"
MOST_STEMS = 200
MOST_CHARACTERS = 100_000


class Said(NamedTuple):
    """A prompt, redacted and read; `forms` are its stems beside the words they came from."""

    text: str
    reading: Reading
    forms: tuple[tuple[str, str], ...]


class Tracked(NamedTuple):
    """What became of a prompt. `topic` is empty while it is not known what it is about."""

    decision: Decision
    topic: str
    turn: int
    changed: bool
    state: State
    said: Said
    prediction: tuple[tuple[str, float], ...] = ()
    # How much of what the prompt says each topic said before: see `intent.related`.
    heard: Mapping[str, Mapping[str, float]] = {}
    usual: Mapping[str, float] = {}


def say(prompt: str) -> Said | None:
    """Redact, clean and read a prompt; None when a person wrote nothing in it."""
    text = words_of(prompt)
    if not text:
        return None
    return Said(text, read(text), tuple(surface_forms(own_words(text))[:MOST_STEMS]))


def words_of(prompt: str) -> str:
    """What a person wrote in a prompt, redacted; the same text that `say` has."""
    return clean(redact(uncoloured(prompt[:MOST_CHARACTERS])))


def track(
    memory: Database,
    project: str,
    prompt: str,
    settings: Settings,
    *,
    now: int,
    key: SessionKey | None = None,
    branch: str = "",
    once: str = "",
) -> Tracked | None:
    """Take a prompt in; None when a person wrote nothing in it.

    `once` is an id under which the prompt may also wait in the spool: it is taken in one time.
    """
    said = say(prompt)
    if said is None:
        return None
    key = key if key and key.session else None
    # Somebody waits for this commit; only a power cut could take the newest prompts back.
    with memory.transaction(light=True):
        if once and not first_time(memory, once, now=now):
            return None
        state = load(memory, project, limits_of(settings), key)
        guide.reinforce(memory, state, now)
        decision, known, usual = _decide(memory, state, said, now, key, branch)
        growing = growth.Growing(memory, state, decision, now, key, branch, known, usual)
        topic, turn, state = growth.take_in(growing, said.text, said.reading, said.forms)
    prediction = state.chain.predict(state.limits.prediction_above, state.forest.by_use())
    changed = topic != (growing.state.home or growing.state.last_topic)
    return Tracked(
        decision, topic, turn, changed, state, said, tuple(prediction), heard=known, usual=usual
    )


def dry_run(
    memory: Database | None,
    project: str,
    prompt: str,
    settings: Settings,
    *,
    now: int,
    key: SessionKey | None = None,
    branch: str = "",
) -> tuple[Said | None, State, Decision]:
    """FG-43, FG-44: what `track` would decide and every number behind it; changes nothing.

    Without a database yet, none is made.
    """
    said = say(prompt)
    key = key if key and key.session else None
    if memory is None:
        return said, nothing_yet(project, limits_of(settings)), Decision(NEW, 0.0, why=FIRST)
    with memory.reading():
        state = load(memory, project, limits_of(settings), key)
        if said is None:
            return None, state, Decision(NEW, 0.0, why="a person wrote nothing in it")
        guide.weigh(state, now)
        return said, state, _decide(memory, state, said, now, key, branch, explain=True)[0]


def _decide(
    memory: Database,
    state: State,
    said: Said,
    now: int,
    key: SessionKey | None,
    branch: str,
    *,
    explain: bool = False,
) -> tuple[Decision, dict[str, Mapping[str, float]], Mapping[str, float]]:
    """Which topic the prompt belongs to, by the matcher of the settings.

    Beside it how often each topic, and the project, said the prompt's words before.
    """
    stems = [stem for stem, _ in said.forms]
    scene, views = scene_of(
        memory, state, said.reading, now=now, has_session=key is not None, branch=branch
    )
    known = {view.id: view.known for view in views if view.known}
    if state.limits.matcher == BEST:
        decision = by_evidence(
            *(said.reading, stems, views, scene, state.forest, state.chain),
            state.limits.thresholds,
            explain=explain,
        )
    elif stems:
        decision = by_tfidf(stems, state.forest, state.chain, state.limits.thresholds)
    else:
        home = state.home or state.last_topic
        decision = Decision(EXTEND if home else NEW, 0.0, home, why="no word to go by")
    return decision, known, scene.background


def touch(
    memory: Database,
    topic: str,
    *,
    now: int,
    files: Iterable[str] = (),
    symbols: Iterable[str] = (),
    memories: Iterable[str] = (),
    failures: Iterable[str] = (),
) -> None:
    """A topic had to do with these; they come back when it does."""
    if not topic:
        return
    touched = [(FILE, path, file_name(path)) for path in dict.fromkeys(files)]
    for kind, keys in ((SYMBOL, symbols), (MEMORY, memories), (FAILURE, failures)):
        touched += [(kind, name, name) for name in dict.fromkeys(keys)]
    store.add_touches(memory, topic, touched, now=now)


def touched(memory: Database, topic: str, most: int = 20) -> dict[str, list[str]]:
    """What a topic had to do with, by kind, last used first."""
    return {kind: [row[1] for row in store.touches(memory, topic, kind, most)] for kind in TOUCHES}
