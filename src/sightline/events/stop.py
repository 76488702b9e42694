"""A reply or a session ended: record the reply, learn what was used, capture memories.

Sends nothing. Captured memories are recognised by rules and marked for review.
"""

from __future__ import annotations

from sightline.agents.transcript import last_reply, last_turn, read_steps, session_duration
from sightline.errors import SightlineError, StoreError
from sightline.events import cache_watch, usage_learning
from sightline.events.moment import Moment
from sightline.events.session_start import record_location, refresh_index
from sightline.events.tool_use import note_opened
from sightline.events.worked_symbols import touch_said_symbols
from sightline.memory.capture.captures import Origin, recognise, save_captures
from sightline.memory.capture.handoff import GitState, keep_records, session_records
from sightline.memory.keeper import process_expired
from sightline.memory.share.visibility import branch_to_keep
from sightline.model import event as kinds
from sightline.model import session as roles
from sightline.model.transcript_step import PROMPT, REPLY, Step
from sightline.store.sqlite.maintenance import keep_up
from sightline.store.turns import said_turns
from sightline.topics.settling import TurnEnd, settle
from sightline.topics.tracker import note_reply
from sightline.workspace import git
from sightline.workspace.git_files import current_branch
from sightline.workspace.privacy import Denier

# How much of a transcript's end is read after a reply, and at the end of a session.
TURN_BYTES = 600_000
SESSION_BYTES = 8_000_000
GIT_SECONDS = 0.4
# How many prompts and replies are read at the end of a session without a transcript.
SESSION_TURNS = 400


def handle(moment: Moment) -> None:
    """Record what the assistant did since the last prompt, or in the whole session."""
    engine = moment.engine
    is_over = moment.event.kind == kinds.SESSION_END
    usage_learning.close_old(engine, moment.now, over=moment.key if is_over else None)
    if is_over:
        _capture_session(moment)
        keep_up(engine.settings, now=moment.now, home=engine.home)
        return
    reply = moment.event.reply or last_reply(moment.event.transcript)
    if not moment.event.subagent:
        _end_turn(moment, reply)
        moment.after_reply(lambda: cache_watch.note_turn(moment))
    # Not every assistant reports that a session starts.
    moment.after_reply(lambda: record_location(moment))
    refresh_index(moment)


def _end_turn(moment: Moment, reply: str) -> None:
    """Settle the topic of the turn; record its reply and what it used."""
    engine = moment.engine
    steps = _steps_of_turn(moment, reply)
    edits = tuple(path for step in steps if step.action == kinds.EDIT for path in step.files)
    reads = tuple(path for step in steps if step.action != kinds.EDIT for path in step.files)
    try:
        files, read = map(tuple, (moment.relative_paths(edits), moment.relative_paths(reads)))
        end = TurnEnd(engine.project.id, moment.key, moment.now, reply, files, read)
        topic = settle(engine.memory, engine.settings, end)
        if reply:
            note_reply(
                engine.memory,
                engine.project.id,
                reply,
                engine.settings,
                now=moment.now,
                key=moment.key,
            )
    except StoreError:
        return
    if reply:
        touch_said_symbols(moment, topic, reply)
        usage_learning.note_use(moment, text=reply, how="said in a reply")
        _note_tool_use(moment, steps)
    if engine.settings.flag("memory.capture"):
        _capture(moment, steps)


def _steps_of_turn(moment: Moment, reply: str) -> list[Step]:
    """The last prompt, the tools after it and the reply, from the transcript or what was recorded.

    What was recorded begins with the reply before, whose question the prompt may answer.
    """
    steps = last_turn(read_steps(moment.event.transcript, TURN_BYTES))
    if steps:
        return steps
    recorded = _recorded_steps(moment, 2)
    if not recorded or recorded[-1].kind != PROMPT:
        recorded = []  # what was said last is not the prompt of this turn
    return recorded + ([Step(REPLY, reply, place=moment.key.session)] if reply else [])


def _recorded_steps(moment: Moment, most: int) -> list[Step]:
    """What was said in a session, where the assistant leaves no transcript that can be read."""
    turns = said_turns(moment.engine.memory, moment.engine.project.id, moment.key, most)
    kinds_of = {roles.PROMPT: PROMPT, roles.REPLY: REPLY}
    return [
        Step(kinds_of[turn.role], turn.text, place=f"{moment.key.session}#{turn.number}")
        for turn in turns
        if turn.role in kinds_of
    ]


def _note_tool_use(moment: Moment, steps: list[Step]) -> None:
    """Mark items as used that tools read or commands named; most reads are not events."""
    files = moment.relative_paths(tuple([path for step in steps for path in step.files]))
    commands = "\n".join([step.command for step in steps if step.command])
    usage_learning.note_use(moment, files=files, text=commands, how="read or named by a tool")
    if files:
        note_opened(moment, files)


def _capture_session(moment: Moment) -> None:
    """Save the session's captures, its summary and a handoff; remove expired memories."""
    engine = moment.engine
    days = engine.settings.integer("memory.auto_days")
    try:
        process_expired(engine.memory, now=moment.now, auto_days=days)
    except SightlineError:
        return
    if not engine.settings.flag("memory.capture"):
        return
    transcript = moment.event.transcript
    steps = read_steps(transcript, SESSION_BYTES)
    _capture(moment, steps or _recorded_steps(moment, SESSION_TURNS))
    records = session_records(
        steps,
        now=moment.now,
        started=moment.now - session_duration(transcript),
        project=engine.project.id,
        session=moment.key.session,
        agent=moment.key.agent,
        git=_git_state(moment),
        origin=transcript,
    )
    try:
        keep_records(engine.memory, records, now=moment.now)
    except SightlineError:
        return


def _capture(moment: Moment, steps: list[Step]) -> None:
    """Save the decisions, failures and findings in these steps."""
    engine = moment.engine
    scope = engine.settings.text("memory.branch_scope")
    origin = Origin(
        project=engine.project.id,
        agent=moment.key.agent,
        session=moment.key.session,
        branch=current_branch(engine.project),
        transcript=moment.event.transcript,
        branch_only=bool(branch_to_keep(engine.project, scope, captured=True)),
    )

    def relative_path(path: str) -> str:
        return next(iter(moment.relative_paths((path,))), "")

    try:
        save_captures(
            engine.memory, recognise(steps), origin, now=moment.now, relative_path=relative_path
        )
    except SightlineError:
        return  # a capture is not worth failing for


def _git_state(moment: Moment) -> GitState:
    """Branch, changed files and stashes; only the end of a session runs git (ruling 68)."""
    root = moment.engine.project.root
    status = git.text(root, "status", "--porcelain", timeout=GIT_SECONDS) or ""
    is_denied = Denier(moment.engine.settings.texts("privacy.deny"), root)
    stashes = git.text(root, "stash", "list", timeout=GIT_SECONDS) or ""
    return GitState(
        current_branch(moment.engine.project),
        tuple(path for line in status.splitlines() if not is_denied(path := line[3:])),
        len(stashes.splitlines()),
    )
