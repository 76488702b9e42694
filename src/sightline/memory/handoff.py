"""What a session leaves behind: its summary as a fact, and a handoff for the next one.

Made from the session's own steps and the state of git; no model is asked.
"""

from __future__ import annotations

import re

from sightline.memory.capture import commit_subject, sentences
from sightline.memory.draft import draft
from sightline.model.event import EDIT
from sightline.model.record import NamedTuple
from sightline.model.step import PROMPT, REPLY, TOOL
from sightline.text.fence import one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from sightline.model.memory import Memory
    from sightline.model.step import Step

HISTORY = "session-history"
MOST_TOOLS = 8
MOST_TOPICS = 10
MOST_LINES = 8
# Less than this is no session worth a handoff.
FEWEST_STEPS = 4


class GitState(NamedTuple):
    """Where the working tree stands."""

    branch: str = ""
    uncommitted: tuple[str, ...] = ()
    stashes: int = 0


def summary_text(label: str, tools: dict[str, int], minutes: int, topics: Sequence[str]) -> str:
    """PC-17: how many calls of which tools, over which time, about what."""
    most = sorted(tools.items(), key=lambda pair: (-pair[1], pair[0]))[:MOST_TOOLS]
    used = ", ".join(f"{name}({count})" for name, count in most)
    text = f"Session summary ({label}): {sum(tools.values())} tool calls over {minutes}m."
    text += f" Tools used: {used}." if used else ""
    return text + (f" Topics: {', '.join(topics[:MOST_TOPICS])}." if topics else "")


def session_records(
    steps: Sequence[Step],
    *,
    now: int,
    started: int,
    project: str,
    session: str,
    agent: str,
    git: GitState,
    topics: Sequence[str] = (),
    origin: str = "",
) -> list[Memory]:
    """The summary of a session and its handoff; nothing for a session that did nothing."""
    if sum(1 for step in steps if step.kind == TOOL) < FEWEST_STEPS:
        return []
    shared = {
        "project": project,
        "session": session,
        "agent": agent,
        "branch": git.branch,
        "source": "capture:session",
        "origin": origin,
    }
    tools: dict[str, int] = {}
    for step in steps:
        if step.kind == TOOL:
            tools[step.tool] = tools.get(step.tool, 0) + 1
    minutes = max(0, round((now - started) / 60_000))
    told = summary_text(session[:8] or "session", tools, minutes, topics)
    made = [draft("fact", told, now=now, level=1, domain=HISTORY, **shared)]
    message = _message(steps)
    if message:
        fields = _fields(steps, git)
        made.append(draft("handoff", message, now=now, fields=fields, **shared))
    return made


def _message(steps: Sequence[Step]) -> str:
    """What was asked first and last, and how the assistant ended."""
    prompts = [step.text for step in steps if step.kind == PROMPT and len(step.text.split()) > 3]
    replies = [step.text for step in steps if step.kind == REPLY]
    if not prompts:
        return ""
    lines = [f"Asked: {one_line(prompts[0], 200)}"]
    if len(prompts) > 1:
        lines.append(f"Last asked: {one_line(prompts[-1], 200)}")
    if replies:
        said = sentences(replies[-1])[:2]
        if said:
            lines.append(f"Ended with: {one_line(' '.join(said), 300)}")
    return "\n".join(lines)


def _fields(steps: Sequence[Step], git: GitState) -> dict[str, object]:
    last = next((step.text for step in reversed(steps) if step.kind == REPLY), "")
    edited = dict.fromkeys(path for s in steps if s.action == EDIT for path in s.files)
    commits = [subject for s in steps if (subject := commit_subject(s))]
    return {
        "summary": f"{len(edited)} files edited, {len(commits)} commits" if edited else "",
        "next_steps": _listed(last, r"next steps?|todo|remaining|still to do|left to do"),
        "blockers": _listed(last, r"block(?:ed|ers?)|open issues?"),
        "questions": [s for s in sentences(last) if s.endswith("?")][-3:],
        "git_branch": git.branch,
        "git_commits": commits[-MOST_LINES:],
        "git_uncommitted": list(git.uncommitted[:MOST_LINES]),
        "git_stash_count": str(git.stashes) if git.stashes else "",
    }


def _listed(text: str, heading: str) -> list[str]:
    """The bullets below a line that names them, like `Next steps:`."""
    found: list[str] = []
    inside = False
    for line in text.splitlines():
        bullet = re.match(r"\s*(?:[-*+]|\d+[.)])\s+(.*)", line)
        if bullet and inside:
            found.append(one_line(bullet[1].replace("**", ""), 200))
        elif line.strip():
            inside = bool(re.search(rf"^\W*(?:{heading})\b.{{0,40}}:?\W*$", line, re.IGNORECASE))
    return found[:MOST_LINES]
