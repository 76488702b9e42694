"""Writes the records of a finished session: its summary as a fact, and a handoff for the next one.

Made from the session's steps and the state of git, without a model.
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
from sightline.model.memory import CLOSED, SESSION_HISTORY, Memory
from sightline.model.transcript_step import PROMPT, REPLY, TOOL, Step
from sightline.store import memory as store
from sightline.store.sqlite.database import Database
from sightline.text.fence import one_line
from sightline.text.word_lists import TOPIC_STOP_WORDS

MOST_TOOLS = 8
MOST_TOPICS = 10
MOST_FILES = 6
MOST_LINES = 8
# Longer prompts are mostly pasted.
LONGEST_PROMPT = 1_200
# A session with fewer tool calls gets no handoff.
FEWEST_STEPS = 4


class GitState(NamedTuple):
    """The state of the working tree."""

    branch: str = ""
    uncommitted: tuple[str, ...] = ()
    stashes: int = 0


def summary_text(label: str, tools: dict[str, int], minutes: int, topics: Sequence[str]) -> str:
    """PC-17: the number of calls of each tool, the duration and the topics."""
    most = sorted(tools, key=lambda name: (-tools[name], name))[:MOST_TOOLS]
    used = ", ".join(f"{name}({tools[name]})" for name in most)
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
    """The summary and handoff of a session; none for a session of few tool calls."""
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
    summary = summary_text(_label(session), tools, minutes, topics or _topics(steps))
    records = [draft("fact", summary, now=now, level=1, domain=SESSION_HISTORY, **shared)]
    message = _message(steps)
    if message:
        fields = _fields(steps, git)
        records.append(draft("handoff", message, now=now, fields=fields, **shared))
    return records


def keep_records(database: Database, records: Sequence[Memory], *, now: int) -> list[Memory]:
    """Keep a session's records; a session that went on replaces its earlier ones."""
    saved = []
    for record in records:
        before = [
            memory
            for memory in store.of_session(database, record.session)
            if (memory.kind, memory.source, memory.project)
            == (record.kind, record.source, record.project)
        ]
        # A record that a person reviewed or closed stays; the session gets a new one.
        if before and not before[-1].reviewed and before[-1].status not in CLOSED:
            changes: dict[str, object] = {
                "text": record.text,
                "fields": record.fields,
                "branch": record.branch,
            }
            saved.append(update(database, before[-1].id, changes, now=now))
        else:
            saved.append(add_plain(database, record))
    return saved


def _label(session: str) -> str:
    """Eight characters that distinguish sessions, without common prefixes of their ids."""
    plain = re.sub(r"^(?:session-)?(?:\d{4}-?\d\d-?\d\d-)?", "", session)
    return plain[:8] or session[:8] or "session"


def _topics(steps: Sequence[Step]) -> list[str]:
    """The topics of a session: the files it changed most, and repeated words of its prompts."""
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
    """The first and the last request, and the end of the assistant's last reply."""
    prompts = [step.text for step in steps if step.kind == PROMPT and len(step.text.split()) > 3]
    replies = [step.text for step in steps if step.kind == REPLY]
    if not prompts:
        return ""
    lines = [f"Asked: {_asked(prompts[0])}"]
    if len(prompts) > 1:
        lines.append(f"Last asked: {_asked(prompts[-1])}")
    for reply in reversed(replies[-3:]):
        ending = [s for s in sentences(reply) if _is_informative(s)][:2]
        if ending:
            lines.append(f"Ended with: {one_line(' '.join(ending), 300)}")
            break
    return "\n".join(lines)


def _asked(prompt: str) -> str:
    """A prompt on one line; a plan by its title."""
    title = plan_title(prompt)
    return f"carry out the plan: {title}" if title else one_line(prompt, 200)


def _is_informative(sentence: str) -> bool:
    """Whether a sentence has content: not `Done.`, not `Here is a summary:`."""
    is_data = sentence.startswith(('"', "{", "["))
    return len(content_words(sentence)) >= 4 and not is_data and not sentence.endswith(":")


def _fields(steps: Sequence[Step], git: GitState) -> dict[str, object]:
    last = next((step.text for step in reversed(steps) if step.kind == REPLY), "")
    # A list from before the last change may be done by now.
    changed = max((at for at, step in enumerate(steps) if step.action == EDIT), default=-1)
    replies = [step.text for step in steps[changed + 1 :] if step.kind == REPLY]
    edited = dict.fromkeys(path for s in steps if s.action == EDIT for path in s.files)
    # A commit that was amended is made twice.
    commits = list(dict.fromkeys(subject for s in steps if (subject := commit_subject(s))))
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
    """The list under this heading in the last reply that has one."""
    lists = (_listed(reply, heading) for reply in reversed(replies))
    return next((items for items in lists if items), [])


def _listed(text: str, heading: str) -> list[str]:
    """The list items below a line such as `Next steps:`."""
    items: list[str] = []
    inside = False
    for line in text.splitlines():
        bullet = re.match(r"\s*(?:[-*+]|\d+[.)])\s+(.*)", line)
        if bullet and inside:
            items.append(one_line(bullet[1].replace("**", ""), 200))
        elif line.strip():
            inside = bool(re.search(rf"^\W*(?:{heading})\b.{{0,40}}:?\W*$", line, re.IGNORECASE))
    return items[:MOST_LINES]
