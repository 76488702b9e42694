"""A memory as text: the documented record (LO-12, ruling 12), or one line with its id (LO-13); its hash."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence

from sightline.model.memory import (
    FRESH,
    FROM_FILES,
    HERE,
    KINDS,
    ORGANISATION,
    STALE,
    LinkState,
    Memory,
    worst,
)
from sightline.text.fence import neutralise, one_line
from sightline.text.hashing import digest

SUMMARY = 120


def record_text(memory: Memory, states: Sequence[LinkState] = ()) -> str:
    """The record that is injected: a head line, then the content indented by two spaces."""
    kind = KINDS[memory.kind]
    values = _values(memory, states)
    lines = [f"[{memory.kind}] {_filled(kind.head, values)}"]
    for template in kind.body:
        text = _filled(template, values)
        lines += [f"  {line}" for line in text.split("\n") if line.strip()]
    if len(lines) == 1:
        lines += [f"  {line}" for line in values["text"].split("\n") if line.strip()]
    lines += [f"  ({state.change})" for state in states if state.change and state.state != FRESH]
    if memory.stale:
        lines.append("  (stale: its time is over)")
    if label := _label(memory):
        lines.append(f"  ({label})")
    return neutralise("\n".join(lines))


def _label(memory: Memory) -> str:
    """Where a memory comes from, if the person did not write or confirm it here."""
    if memory.scope or memory.edited_by:
        return _shared_label(memory)
    if memory.source.startswith("import"):
        return f"imported from {memory.origin}" if memory.origin else "imported"
    if memory.automatic and not memory.reviewed and memory.kind != "auto":
        place = f" on branch {one_line(memory.branch, 80)}" if memory.branch_only else ""
        return f"captured from a session{place}, not reviewed"
    return f"from branch {one_line(memory.branch, 80)}" if memory.branch_only else ""


def _shared_label(memory: Memory) -> str:
    """Who shared or changed a memory and when, and what of it is not settled."""
    parts = []
    day = date(max(memory.updated, memory.created))
    shared_day = date(memory.created) if memory.edited_by else day
    if memory.source.startswith("shared"):
        whose = "in the organisation" if memory.scope == ORGANISATION else ""
        author = one_line(memory.author, 80) or "somebody"
        parts.append(" ".join(filter(None, ("shared", whose, f"by {author}, {shared_day}"))))
    if memory.edited_by == HERE:
        parts.append(f"changed here, {day}, not shared")
    elif memory.edited_by:
        parts.append(f"changed by {one_line(memory.edited_by, 80)}, {day}")
    if memory.source == FROM_FILES and memory.branch:
        parts.append(f"on branch {one_line(memory.branch, 80)}, not merged")
    if not memory.reviewed:
        parts.append("two people changed it at once: ask which version holds")
    first, mark, _ = memory.id.partition("~")
    if mark:
        parts.append(f"a second version of {first}: ask which one holds")
    return "; ".join(parts)


def summary(memory: Memory, states: Sequence[LinkState] = ()) -> str:
    """One line with the id, used where the record does not fit; `show` prints the rest."""
    doubt = STALE if memory.stale else _state(states)
    marks = [doubt] if doubt and doubt != FRESH else []
    if memory.source.startswith("shared"):
        marks.append(f"by {one_line(memory.author, 40) or 'somebody'}")
    mark = f" ({', '.join(marks)})" if marks else ""
    text = memory.title or memory.text
    return one_line(f"[{memory.kind}] {memory.id}{mark}: {text}", SUMMARY)


def date(moment: int) -> str:
    """The day of a time in UTC, so that the text is the same everywhere."""
    return time.strftime("%Y-%m-%d", time.gmtime(moment // 1000))


def _values(memory: Memory, states: Sequence[LinkState]) -> dict[str, str]:
    values = {name: _plain(value) for name, value in memory.fields.items()}
    values |= {
        "id": memory.id,
        "date": date(memory.created),
        "text": memory.text,
        "title": memory.title,
        "name": one_line(memory.name, 80),
        "status": memory.status,
        "confidence": f"{memory.confidence:.2g}",
        "link": _link(memory),
        "state": _state(states),
    }
    return values


def _plain(value: object) -> str:
    return "; ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _link(memory: Memory) -> str:
    if not memory.links:
        return memory.code_ref
    link = memory.links[0]
    more = f" +{len(memory.links) - 1}" if len(memory.links) > 1 else ""
    last = link.name.rpartition(".")[2]
    return f"{link.path}::{last}{more}" if link.name else link.path + more


def _state(states: Sequence[LinkState]) -> str:
    return worst(tuple(states))


def _filled(template: str, values: dict[str, str]) -> str:
    """The template with its values; a part in brackets is left out if a value in it is empty."""

    def optional(match: re.Match[str]) -> str:
        names = re.compile(r"\{(\w+)\}").findall(match[1])
        return _inserted(match[1], values) if all(values.get(name) for name in names) else ""

    # Brackets are resolved before values are inserted, which may have brackets of their own.
    parts = []
    done = 0
    for match in re.compile(r"\[([^\[\]]*)\]").finditer(template):
        parts += [_inserted(template[done : match.start()], values), optional(match)]
        done = match.end()
    return "".join([*parts, _inserted(template[done:], values)]).strip()


def _inserted(template: str, values: dict[str, str]) -> str:
    return re.compile(r"\{(\w+)\}").sub(lambda match: values.get(match[1], ""), template)


def content_hash(memory: Memory) -> str:
    """A hash of what a memory says, to find the same memory again and what was sent already."""
    parts = [memory.kind, " ".join(memory.text.lower().split()), memory.title]
    parts += [f"{name}={value}" for name, value in sorted(memory.fields.items())]
    return digest("\x1f".join(parts), 8)
