"""A tool is about to run, or ran: warn of a known failure, learn, and keep what happened."""

from __future__ import annotations

from sightline.context.compose import compose
from sightline.engine import Engine
from sightline.errors import StoreError
from sightline.events import usage_learning
from sightline.events.dispatch import Moment, see
from sightline.events.link_states import judged
from sightline.events.prompt import note, still_there
from sightline.memory.offer import about_files, known_failures
from sightline.model import event as kinds
from sightline.model.event import EDIT
from sightline.model.frame import Item
from sightline.store import topics
from sightline.store.code import history
from sightline.topics.tracker import touch
from sightline.workspace.identity import path_inside

# A warning is short, or it is not read.
TOKENS = 300


def handle(moment: Moment) -> None:
    """Before: a known failure with what worked. After: what was used and touched."""
    tool = moment.event.tool
    if tool is None:
        return
    files = inside(moment, tool.files)
    if moment.event.kind == kinds.TOOL_BEFORE:
        warn(moment, tool.command, files)
        return
    if files:
        usage_learning.note_use(moment, files=files, how=f"{tool.action} of its file")
        _touch_topic(moment, files)
        if tool.action == EDIT and not tool.failed:
            recall(moment, files)


def recall(moment: Moment, files: list[str]) -> None:
    """Say what is kept about the files that were edited, once while the assistant has it."""
    engine = moment.engine
    if not engine.settings.flag("injection.enabled"):
        return
    try:
        known = [*files, *_earlier_names(engine, files)]
        items = about_files(
            *(engine.memory, engine.project.id, known, moment.now), states=judged(engine)
        )
    except StoreError:
        return
    if items:
        see(moment)
        _tell(moment, items, {"files": ", ".join(files)[:200]})


def _earlier_names(engine: Engine, files: list[str]) -> list[str]:
    """What these files were called before commits renamed them; memories keep the name they saw."""
    try:
        return [old for old, new in history.renamed(engine.index).items() if new in files]
    except StoreError:
        return []


def warn(moment: Moment, command: str, files: list[str]) -> None:
    """Say what went wrong before with this command or these files, once while it is remembered."""
    engine = moment.engine
    if not engine.settings.flag("injection.enabled"):
        return
    see(moment)
    items = known_failures(engine.memory, engine.project.id, command, files, moment.now)
    _tell(moment, items, {"command": command[:200]})


def _tell(moment: Moment, items: list[Item], notes: dict[str, str]) -> None:
    sent = still_there(moment)
    frame = compose(
        [item for item in items if item.hash not in sent],
        tokens=TOKENS,
        chars=min(moment.engine.settings.integer("injection.characters"), moment.limit),
    )
    moment.reply.text = frame.text
    if frame.text:
        note(moment, frame, lambda: notes)


def inside(moment: Moment, paths: tuple[str, ...]) -> list[str]:
    """These paths relative to the project's root; those outside are left out."""
    root = moment.engine.project.root
    relative = (path_inside(root, path, moment.event.cwd) for path in paths)
    return [path for path in relative if path]


def _touch_topic(moment: Moment, files: list[str]) -> None:
    engine = moment.engine
    try:
        place = topics.place_of(engine.memory, engine.project.id, moment.key)
        if place and place[0]:
            touch(engine.memory, place[0], now=moment.now, files=files)
    except StoreError:
        return
