"""What a reply or a session leaves in memory: captured by rules, marked so, for review."""

from __future__ import annotations

from sightline.agents.transcript import last_turn, lasted, read_steps
from sightline.errors import SightlineError
from sightline.events.dispatch import Moment
from sightline.memory.capture.handoff import GitState, keep_records, session_records
from sightline.memory.capture.recognise import capture
from sightline.memory.capture.save import Origin, keep_captured
from sightline.memory.expiry import process_expired
from sightline.model.transcript_step import REPLY, Step
from sightline.workspace import git
from sightline.workspace.git_files import current_branch
from sightline.workspace.identity import path_inside

# How much of a transcript's end is read after a reply, and at a session's end.
TURN_BYTES = 600_000
SESSION_BYTES = 8_000_000
GIT_SECONDS = 0.4


def turn_of(moment: Moment, reply: str) -> list[Step]:
    """The last prompt, the tools after it and the reply, as far as a transcript tells."""
    steps = last_turn(read_steps(moment.event.transcript, TURN_BYTES))
    return steps or [Step(REPLY, reply, place=f"{moment.key.session}")]


def capture_turn(moment: Moment, steps: list[Step]) -> None:
    """Keep what the steps of a turn are worth."""
    if moment.engine.settings.flag("memory.capture"):
        _keep(moment, steps)


def capture_session(moment: Moment) -> None:
    """Keep the whole session's captures, its summary and a handoff; let old memories go."""
    engine = moment.engine
    days = engine.settings.integer("memory.auto_days")
    try:
        process_expired(engine.memory, now=moment.now, auto_days=days)
    except SightlineError:
        return
    if not engine.settings.flag("memory.capture"):
        return
    steps = read_steps(moment.event.transcript, SESSION_BYTES)
    _keep(moment, steps)
    records = session_records(
        steps,
        now=moment.now,
        started=moment.now - lasted(moment.event.transcript),
        project=engine.project.id,
        session=moment.key.session,
        agent=moment.key.agent,
        git=_git_state(moment),
        origin=moment.event.transcript,
    )
    try:
        keep_records(engine.memory, records, now=moment.now)
    except SightlineError:
        return


def _keep(moment: Moment, steps: list[Step]) -> None:
    engine = moment.engine
    origin = Origin(
        project=engine.project.id,
        agent=moment.key.agent,
        session=moment.key.session,
        branch=current_branch(engine.project),
        transcript=moment.event.transcript,
    )
    root = engine.project.root

    def inside(path: str) -> str:
        return path_inside(root, path, moment.event.cwd) or ""

    try:
        keep_captured(engine.memory, capture(steps), origin, now=moment.now, inside=inside)
    except SightlineError:
        return  # what one reply was worth is not worth failing for


def _git_state(moment: Moment) -> GitState:
    """Branch, changed files and stashes; only a session's end runs git (ruling 68)."""
    root = moment.engine.project.root
    status = git.text(root, "status", "--porcelain", timeout=GIT_SECONDS) or ""
    stashes = git.text(root, "stash", "list", timeout=GIT_SECONDS) or ""
    return GitState(
        current_branch(moment.engine.project),
        tuple(line[3:] for line in status.splitlines()),
        len(stashes.splitlines()),
    )
