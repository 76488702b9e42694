"""A session or a subagent starts, or a compaction empties the context window.

Sends orientation, or after a compaction what was lost by it. Without a server it also starts the
background refresh of the index and records where the repository is.
"""

from __future__ import annotations

from sightline.context.disclosure import prompts_since
from sightline.context.frame_text import compose
from sightline.errors import StoreError
from sightline.events import briefing, usage_learning
from sightline.events.moment import Moment
from sightline.events.subagent_task import items_for_task
from sightline.model import event as kinds
from sightline.model.frame import Item
from sightline.model.session import TELL_COMPACTIONS
from sightline.process.spawn import start_detached
from sightline.store import activity
from sightline.store.code.lease import is_due
from sightline.store.projects import settle
from sightline.workspace.git_files import read_origin

# Sources of a session start after which the context window is empty.
EMPTIED = ("compact", "clear")
TOKENS = 600
RECOVERY_TOKENS = 1_200


def handle(moment: Moment) -> None:
    """Send a briefing: on a new session, after a compaction, or to a subagent."""
    moment.see_session()
    if moment.event.source in EMPTIED:
        _begin_epoch(moment)
    moment.after_reply(lambda: record_location(moment))
    refresh_index(moment)
    if not moment.engine.settings.flag("injection.enabled"):
        return
    if moment.event.kind == kinds.SUBAGENT_START:
        items = [*briefing.for_subagent(moment), *items_for_task(moment)]
        _send(moment, items, TOKENS)
    elif moment.event.source == "compact":
        _send(moment, briefing.after_compaction(moment), RECOVERY_TOKENS)
    elif not _has_its_context(moment):
        _send(moment, briefing.for_session(moment), TOKENS)


def _has_its_context(moment: Moment) -> bool:
    """Whether a session is resumed that still has what was said in it."""
    return moment.event.source == "resume" and prompts_since(moment.hashes_in_context()) > 0


def handle_compaction(moment: Moment) -> None:
    """Close open usage records; begin a new epoch unless a session start will do so.

    Some assistants report only that a compaction begins; no prompt comes in between.
    """
    usage_learning.close_old(moment.engine, moment.now)
    if moment.event.agent in TELL_COMPACTIONS:
        return  # the session start after the compaction begins the epoch
    _begin_epoch(moment)


def refresh_index(moment: Moment) -> None:
    """Start a background refresh if the index is due, no process refreshes it and it is wanted."""
    engine = moment.engine
    if not engine.settings.flag("index.refresh_without_server") or not engine.is_deliberate:
        return
    if is_due(engine.project.worktree_id, moment.now, engine.home):
        start_refresh(engine.project.root, engine.home)


def start_refresh(root: str, home: str | None = None) -> bool:
    """Start `sightline index --background` for the project at `root`; False if that failed."""
    return start_detached("sightline", "index", "--background", "--project", root, home=home)


def record_location(moment: Moment) -> None:
    """Record where the repository is, so that it is recognised after it was moved.

    A folder without git is not recorded: every folder below it would count as the same project.
    """
    engine = moment.engine
    if not engine.project.is_git:
        return
    try:
        engine.project = settle(engine.memory, read_origin(engine.project), moment.now)
    except StoreError:
        return


def _begin_epoch(moment: Moment) -> None:
    try:
        moment.key = activity.next_epoch(moment.engine.activity, moment.key, now=moment.now)
    except StoreError:
        return


def _send(moment: Moment, items: list[Item], tokens: int) -> None:
    settings = moment.engine.settings
    frame = compose(
        items,
        tokens=min(tokens, settings.integer("injection.tokens")),
        chars=min(settings.integer("injection.characters"), moment.limit),
    )
    moment.send(frame, lambda: {"source": moment.event.source or moment.event.name})
