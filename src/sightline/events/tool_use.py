"""A tool is about to run, or ran: warn of known failures and learn which items were used."""

from __future__ import annotations

from sightline.context.disclosure import opened
from sightline.context.frame_text import compose
from sightline.engine import Engine
from sightline.errors import StoreError
from sightline.events import usage_learning
from sightline.events.command_outcomes import note_outcome
from sightline.events.moment import Moment
from sightline.events.sources import link_checker
from sightline.events.subagent_task import note_task
from sightline.events.topic_lines import returned_by_files
from sightline.memory.offer import about_files, known_failures
from sightline.model import event as kinds
from sightline.model.event import EDIT, ToolUse
from sightline.model.frame import Item
from sightline.model.session import FILE
from sightline.store import turns
from sightline.store.code import history
from sightline.topics.tracker import touch

# Assistants skip long warnings.
TOKENS = 300


def handle(moment: Moment) -> None:
    """Before a tool: send known failures, and notes on a file to be edited. After it: record use."""
    tool = moment.event.tool
    if tool is None:
        return
    files = moment.relative_paths(tool.files)
    if moment.event.kind == kinds.TOOL_BEFORE:
        if tool.task:
            note_task(moment, tool.task)
            return
        _send_warnings(moment, tool.command, files, edits=tool.action == EDIT)
        return
    if files or tool.command:
        _touch_turn(moment, files, tool)
    if files:
        usage_learning.note_use(moment, files=files, how=f"{tool.action} of its file")
        note_opened(moment, files)
        if not tool.failed:
            _send_file_notes(moment, files, edited=tool.action == EDIT)


def note_opened(moment: Moment, files: list[str]) -> None:
    """Record that the assistant has these files, so that they are not told to it."""
    moment.see_session()
    moment.after_reply(lambda: moment.record_sent([opened(file) for file in files]))


def _send_file_notes(moment: Moment, files: list[str], *, edited: bool) -> None:
    """Send memories about edited files, and the topic the session returns to with them."""
    engine = moment.engine
    if not engine.settings.flag("injection.enabled"):
        return
    try:
        items = returned_by_files(moment, files)
        if edited:
            items += _notes_on(engine, files, moment.now)
    except StoreError:
        return
    if items:
        moment.see_session()
        _send(moment, items, {"files": ", ".join(files)[:200]})


def _notes_on(engine: Engine, files: list[str], now: int) -> list[Item]:
    """The memories about these files, also under the names they had before."""
    paths = [*files, *_earlier_names(engine, files)]
    check_links = link_checker(engine)
    return about_files(engine.memory, engine.project.id, paths, now, check_links=check_links)


def _earlier_names(engine: Engine, files: list[str]) -> list[str]:
    """The names of these files before commits renamed them; memories keep the old names."""
    try:
        return [old for old, new in history.renamed(engine.index).items() if new in files]
    except StoreError:
        return []


def _send_warnings(moment: Moment, command: str, files: list[str], *, edits: bool) -> None:
    """Send past failures of this command or these files, and what is kept about files to be edited.

    Nothing that the assistant still has is sent again.
    """
    engine = moment.engine
    if not engine.settings.flag("injection.enabled"):
        return
    moment.see_session()
    items = known_failures(engine.memory, engine.project.id, command, files, moment.now)
    if edits and files:
        known = {item.key for item in items}
        notes = _notes_on(engine, files, moment.now)
        items += [item for item in notes if item.key not in known]
    _send(moment, items, {"command": command[:200]})


def _send(moment: Moment, items: list[Item], notes: dict[str, str]) -> None:
    sent = moment.hashes_in_context()
    frame = compose(
        [item for item in items if item.hash not in sent],
        tokens=TOKENS,
        chars=min(moment.engine.settings.integer("injection.characters"), moment.limit),
    )
    moment.send(frame, lambda: notes)


def _touch_turn(moment: Moment, files: list[str], tool: ToolUse) -> None:
    """Record what the open turn touched; if it moves to another topic, that moves with it."""
    engine = moment.engine
    try:
        prompts = turns.session_prompts(engine.memory, engine.project.id, moment.key, 1)
        if not prompts:
            return
        if files:
            with engine.memory.transaction(light=True):
                turns.touch_turn(engine.memory, prompts[0].turn, FILE, files)
                touch(engine.memory, prompts[0].topic, now=moment.now, files=files)
        note_outcome(engine.memory, engine.project.id, prompts[0].turn, tool)
    except StoreError:
        return
