"""What a session leaves behind: its summary as a fact, and a handoff for the next one.

Made from the session's own steps and the state of git; no model is asked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from sightline.memory.capture.decisions import plan_title
from sightline.memory.capture.findings import commit_subject
from sightline.memory.capture.sentences import content_words, sentences
from sightline.memory.draft import draft
from sightline.memory.keeper import add_plain, update
from sightline.model.event import EDIT
from sightline.model.memory import CLOSED, Memory
from sightline.model.transcript_step import PROMPT, REPLY, TOOL, Step
from sightline.store import memory as store
from sightline.store.sqlite.database import Database
from sightline.text.fence import one_line
from sightline.text.word_lists import TOPIC_STOP_WORDS

HISTORY = "session-history"
MOST_TOOLS = 8
MOST_TOPICS = 10
MOST_FILES = 6
MOST_LINES = 8
# Longer prompts are mostly pasted.
LONGEST_PROMPT = 1_200
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
    told = summary_text(_label(session), tools, minutes, topics or _topics(steps))
    made = [draft("fact", told, now=now, level=1, domain=HISTORY, **shared)]
    message = _message(steps)
    if message:
        fields = _fields(steps, git)
        made.append(draft("handoff", message, now=now, fields=fields, **shared))
    return made


def keep_records(database: Database, records: Sequence[Memory], *, now: int) -> list[Memory]:
    """Keep a session's summary and handoff; a session that went on replaces what it left before."""
    kept = []
    for record in records:
        before = [
            memory
            for memory in store.of_session(database, record.session)
            if (memory.kind, memory.source, memory.project)
            == (record.kind, record.source, record.project)
        ]
        # What someone has looked at or changed is theirs; the session leaves a new one beside it.
        if before and not before[-1].reviewed and before[-1].status not in CLOSED:
            changes: dict[str, object] = {
                "text": record.text,
                "fields": record.fields,
                "branch": record.branch,
            }
            kept.append(update(database, before[-1].id, changes, now=now))
        else:
            kept.append(add_plain(database, record))
    return kept


def _label(session: str) -> str:
    """Eight characters that tell sessions apart, whatever their ids begin with."""
    plain = re.sub(r"^(?:session-)?(?:\d{4}-?\d\d-?\d\d-)?", "", session)
    return plain[:8] or session[:8] or "session"


def _topics(steps: Sequence[Step]) -> list[str]:
    """What a session was about: the files it changed most, and the words of its prompts."""
    files: dict[str, int] = {}
    words: dict[str, int] = {}
    for step in steps:
        for path in step.files if step.action == EDIT else ():
            name = path.replace("\\", "/").rpartition("/")[2]
            files[name] = files.get(name, 0) + 1
        if step.kind == PROMPT and len(step.text) <= LONGEST_PROMPT:
            for word in dict.fromkeys(map(str.lower, content_words(step.text))):
                if word.isalpha():
                    words[word] = words.get(word, 0) + 1
    often = [word for word, n in words.items() if n > 1 and word not in TOPIC_STOP_WORDS]
    return [
        *sorted(files, key=lambda name: (-files[name], name))[:MOST_FILES],
        *sorted(often, key=lambda word: (-words[word], word)),
    ][:MOST_TOPICS]


def _message(steps: Sequence[Step]) -> str:
    """What was asked first and last, and how the assistant ended."""
    prompts = [step.text for step in steps if step.kind == PROMPT and len(step.text.split()) > 3]
    replies = [step.text for step in steps if step.kind == REPLY]
    if not prompts:
        return ""
    lines = [f"Asked: {_asked(prompts[0])}"]
    if len(prompts) > 1:
        lines.append(f"Last asked: {_asked(prompts[-1])}")
    for reply in reversed(replies[-3:]):
        said = [s for s in sentences(reply) if _tells(s)][:2]
        if said:
            lines.append(f"Ended with: {one_line(' '.join(said), 300)}")
            break
    return "\n".join(lines)


def _asked(prompt: str) -> str:
    """A prompt on one line; a plan by its title."""
    title = plan_title(prompt)
    return f"carry out the plan: {title}" if title else one_line(prompt, 200)


def _tells(sentence: str) -> bool:
    """Whether a sentence says something: not `Done.`, not `Here is a summary:`."""
    data = sentence.startswith(('"', "{", "["))
    return len(content_words(sentence)) >= 4 and not data and not sentence.endswith(":")


def _fields(steps: Sequence[Step], git: GitState) -> dict[str, object]:
    last = next((step.text for step in reversed(steps) if step.kind == REPLY), "")
    # What was listed before something was changed again may be done by now.
    changed = max((at for at, step in enumerate(steps) if step.action == EDIT), default=-1)
    replies = [step.text for step in steps[changed + 1 :] if step.kind == REPLY]
    edited = dict.fromkeys(path for s in steps if s.action == EDIT for path in s.files)
    # A commit that was amended is made twice.
    commits = list(dict.fromkeys(said for s in steps if (said := commit_subject(s))))
    return {
        "summary": f"{len(edited)} files edited, {len(commits)} commits" if edited else "",
        "next_steps": _newest(replies, r"next steps?|todo|remaining|still to do|left to do"),
        "blockers": _newest(replies, r"block(?:ed|ers?)|open issues?"),
        "questions": [s for s in sentences(last) if s.endswith("?")][-3:],
        "git_branch": git.branch,
        "git_commits": commits[-MOST_LINES:],
        "git_uncommitted": list(git.uncommitted[:MOST_LINES]),
        "git_stash_count": str(git.stashes) if git.stashes else "",
    }


def _newest(replies: Sequence[str], heading: str) -> list[str]:
    """What the last of these replies lists that lists anything; a short answer takes none of it back."""
    lists = (_listed(reply, heading) for reply in reversed(replies))
    return next((found for found in lists if found), [])


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
