"""What a subagent is started for: noted when the assistant delegates, used when the subagent starts.

The event of the start does not tell the task, but the tool call just before it does.
"""

from __future__ import annotations

from sightline.context.prompt_code import offer_code
from sightline.context.select import Situation
from sightline.errors import StoreError
from sightline.events.moment import Moment
from sightline.events.sources import link_checker
from sightline.memory.offer import Prompt, offer
from sightline.model.frame import Item
from sightline.settings.load import config_home
from sightline.store import activity
from sightline.text.fence import one_line
from sightline.text.secrets.redact import redact
from sightline.text.synonyms import load_user_synonyms
from sightline.workspace.source import Sources

# A subagent starts right after the call that asks for it.
LONGEST_WAIT_MS = 60_000
TASK_CHARACTERS = 1_000
_ASKED, _GIVEN = "task asked", "task given"


def note_task(moment: Moment, task: str) -> None:
    """Record what the next subagent of this session is for."""
    text = redact(one_line(task, TASK_CHARACTERS))
    moment.see_session()
    moment.after_reply(lambda: moment.record_sent([f"{_ASKED} {moment.now:014d} {text}"]))


def items_for_task(moment: Moment) -> list[Item]:
    """The memories and the code for the task of the subagent that starts now, if it is known."""
    task = _take_task(moment)
    if not task:
        return []
    engine = moment.engine
    items: list[Item] = []
    try:
        items += offer(
            engine.memory,
            engine.settings,
            Prompt(engine.project.id, task, moment.now),
            synonyms=load_user_synonyms(config_home()),
            check_links=link_checker(engine),
        ).items
        sources = Sources(engine.project.root)
        items += offer_code(engine.index, sources, Situation(prompt=task)).items
    except StoreError:
        pass  # without memories or an index, the rest is sent
    return items


def _take_task(moment: Moment) -> str:
    """The oldest recent task that no subagent was given yet; an empty string if there is none."""
    engine = moment.engine
    parent = moment.key._replace(subagent="")
    try:
        parent = activity.see_session(
            engine.activity,
            parent,
            now=moment.now,
            project=engine.project.id,
            worktree=engine.project.worktree_id,
        )
        records = activity.has_now(engine.activity, parent, engine.settings, now=moment.now)
    except StoreError:
        return ""
    given = {one.removeprefix(_GIVEN) for one in records if one.startswith(_GIVEN)}
    asked = sorted(one.removeprefix(_ASKED) for one in records if one.startswith(_ASKED))
    waiting = [task for task in asked if task not in given and _is_recent(task, moment.now)]
    if not waiting:
        return ""
    record = [f"{_GIVEN}{waiting[0]}"]
    moment.after_reply(lambda: activity.disclose(engine.activity, parent, record, now=moment.now))
    return waiting[0].split(" ", 2)[2]


def _is_recent(task: str, now: int) -> bool:
    return now - int(task.split(" ", 2)[1]) <= LONGEST_WAIT_MS
