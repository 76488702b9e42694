"""Exports and imports memories as JSON lines, and imports sections of instruction files.

A damaged line is reported and the rest is imported; forgotten memories are not brought back.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from sightline.errors import SightlineError
from sightline.memory.draft import checked, draft, new_id
from sightline.memory.foreign_record import read_record
from sightline.memory.memory_text import content_hash
from sightline.memory.vocabulary import search_words
from sightline.model.memory import FROM_FILES, KINDS, Memory
from sightline.store import memory as store
from sightline.store.sqlite.database import Database
from sightline.text.foreign_json import parse_json

LONGEST_SECTION = 4_000
# Shorter pieces of a section are ignored.
SHORTEST = 6


class ImportCounts(NamedTuple):
    """How many memories an import added, changed and left, and the lines it could not read."""

    added: int = 0
    changed: int = 0
    same: int = 0
    forgotten: int = 0
    problems: tuple[str, ...] = ()


def export_lines(
    database: Database,
    project: str | None,
    *,
    auto: bool = False,
    is_denied: Callable[[str], bool] = lambda path: False,
) -> Iterator[str]:
    """The person's memories of a project (None: all) as JSON lines, in the order of their ids.

    Memories that are about a denied file stay where they are.
    """
    numbers = store.everything(database, project)
    for start in range(0, len(numbers), 500):
        for memory in store.of_numbers(database, numbers[start : start + 500]):
            # What others share is in their repository.
            if (memory.kind == "auto" and not auto) or memory.source == FROM_FILES:
                continue
            if any(link.path and is_denied(link.path) for link in memory.links):
                continue
            record = store.record(memory)
            # An export of one project can be imported into any; one of all names the projects.
            record.pop("project", None)
            if project is None:
                record["project"] = memory.project
            yield json.dumps(record, ensure_ascii=False, sort_keys=True)


def import_lines(
    database: Database, lines: Iterable[str], *, now: int, project: str
) -> ImportCounts:
    """Import memories; those without a project go into `project`.

    Of two memories with the same id the newer one wins, and the older one becomes a version of it.
    """
    problems: list[str] = []
    memories: list[Memory] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            memories.append(_read(line, project))
        except (ValueError, TypeError, SightlineError) as error:
            problems.append(f"line {number}: {getattr(error, 'message', None) or error}")
    counts = {"added": 0, "changed": 0, "same": 0, "forgotten": 0}
    # By time, so that neighbours in a session get the right positions.
    memories.sort(key=lambda memory: (memory.created, memory.id))
    with database.transaction():
        for memory in memories:
            counts[_import(database, memory, now)] += 1
    return ImportCounts(**counts, problems=tuple(problems))


def _read(line: str, project: str) -> Memory:
    record = parse_json(line)
    if not isinstance(record, dict):
        raise TypeError("not a JSON object")
    missing = [name for name in ("kind", "text", "created") if name not in record]
    if missing:
        raise TypeError("no " + ", ".join(missing))
    record.setdefault("id", "")
    record.setdefault("project", project)
    memory = read_record(record)
    if memory.source == FROM_FILES:
        memory = memory._replace(source="import")
    # Whether it is shared is decided here, not by a file.
    return checked(memory._replace(scope="", edited_by=""))


def _import(database: Database, memory: Memory, now: int) -> str:
    if memory.id and store.tombstone(database, memory.id) is not None:
        return "forgotten"
    existing = store.by_id(database, memory.id) if memory.id else _same(database, memory)
    if existing is not None and existing.project != memory.project:
        # The id belongs to a memory of another project: this one gets a new id.
        memory = memory._replace(id="")
        existing = _same(database, memory)
    if existing is None:
        if not memory.id:
            memory = memory._replace(id=new_id(memory, lambda id: store.is_used_id(database, id)))
        store.add(database, memory, search_words(memory))
        return "added"
    merged = memory._replace(
        id=existing.id,
        number=existing.number,
        accessed=max(existing.accessed, memory.accessed),
        access_count=max(existing.access_count, memory.access_count),
    )
    if store.record(merged) == store.record(existing):
        return "same"
    if max(memory.updated, memory.created) < max(existing.updated, existing.created):
        return "same"
    store.change(database, merged, search_words(merged), at=now, what="imported")
    return "changed"


def _same(database: Database, memory: Memory) -> Memory | None:
    same = store.with_hash(database, memory.hash, memory.project)
    return next((other for other in same if other.kind == memory.kind), None)


def sections(text: str, path: str, *, now: int, project: str) -> list[Memory]:
    """The bullets and paragraphs of an instructions file (CLAUDE.md, AGENTS.md, MEMORY.md ...).

    Each bullet under a heading is one memory; its kind follows from the words of the heading.
    """
    memories: dict[str, Memory] = {}
    for heading, body in _by_heading(text):
        for piece in _pieces(body):
            if len(piece.split()) < 2 or len(piece) < SHORTEST:
                continue
            memory = draft(
                _kind_of(heading),
                piece[:LONGEST_SECTION],
                now=now,
                project=project,
                domain=heading[:80],
                source=f"import:{path}",
                origin=path,
                level=0 if _kind_of(heading) in ("convention", "architecture") else None,
            )
            memories.setdefault(content_hash(memory), memory)
    return list(memories.values())


_HEADINGS = (
    ("convention", r"style|convention|rule|guideline|must|never|always|format|naming|commit|lint"),
    ("architecture", r"architect|structure|layout|overview|design|component|module|flow"),
    ("decision", r"decision|decided|adr"),
    ("failure", r"gotcha|pitfall|troubleshoot|known issue|caveat|trap|error"),
    ("pattern", r"pattern|recipe|how to|example"),
    ("goal", r"goal|roadmap|todo|plan|milestone"),
)


def _kind_of(heading: str) -> str:
    for kind, words in _HEADINGS:
        if re.search(words, heading, re.IGNORECASE):
            return kind if kind in KINDS else "fact"
    return "fact"


def _by_heading(text: str) -> Iterator[tuple[str, str]]:
    heading, fenced = "", False
    lines: list[str] = []
    for line in text.splitlines():
        if line.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
        match = None if fenced else re.match(r"#{1,6}\s+(.*?)\s*#*\s*$", line)
        if match:
            yield heading, "\n".join(lines)
            heading, lines = match[1], []
        else:
            lines.append(line)
    yield heading, "\n".join(lines)


def _pieces(body: str) -> Iterator[str]:
    """Each list item with the lines indented below it, each paragraph; code blocks stay whole."""
    pieces: list[list[str]] = [[]]
    fenced = False
    for line in body.splitlines():
        fence = line.lstrip().startswith(("```", "~~~"))
        bullet = re.match(r"(?:[-*+]|\d+[.)])\s+", line) if not fenced else None
        if bullet:
            pieces.append([line[bullet.end() :]])
        elif not line.strip() and not fenced:
            pieces.append([])
        elif line.strip().startswith("<!--") and not fenced:
            continue
        else:
            pieces[-1].append(line)
        fenced ^= fence
    for lines in pieces:
        text = "\n".join(lines).strip()
        if text:
            yield text


def import_sections(
    database: Database, text: str, path: str, *, now: int, project: str
) -> ImportCounts:
    """Import an instructions file; a memory that exists already is not imported again."""
    added = same = 0
    with database.transaction():
        for memory in sections(text, path, now=now, project=project):
            if _same(database, memory) is not None:
                same += 1
                continue
            memory = memory._replace(id=new_id(memory, lambda id: store.is_used_id(database, id)))
            store.add(database, memory, search_words(memory))
            added += 1
    return ImportCounts(added=added, same=same)
