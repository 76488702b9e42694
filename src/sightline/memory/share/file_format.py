"""A memory as a Markdown file with front matter, as it stands in a shared folder.

The front matter is a strict subset of YAML: scalars and flat lists, read without a YAML library, so
that no file can expand or nest. Reading raises ValueError with a sentence.
"""

from __future__ import annotations

import json
import re
import time
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sightline.memory.draft import checked
from sightline.model.memory import FROM_FILES, HERE, KINDS, Link, Memory
from sightline.text.hashing import digest

# Kinds of one person or one session: they are neither written to nor read from a shared folder.
PERSONAL = ("auto", "observation", "handoff", "pin")
MOST_LINES, LONGEST_LINE, MOST_ITEMS = 400, 20_000, 100
REASON = "## Reason"
_ID = re.compile(r"[a-z][a-z0-9_]{0,19}(?:-[a-z0-9]{1,20}){1,4}\Z")
_KEY = re.compile(r"([a-z_]{1,40}):(?:\s+(.*))?\Z")
_PLAIN = re.compile(r"[A-Za-z0-9(/.][^\x00-\x1f\x7f\"]*\Z")
_LIKE_YAML = re.compile(r"(?i:true|false|null|yes|no|on|off|~)\Z")
_LINK_STATE = re.compile(r" @(\w*):(\d{1,7}):(\d{1,6}):(\d{1,7}):([0-9a-f]*):([0-9a-f]*)\Z")
_CONFLICT = re.compile(r"^(<{7} |={7}$|>{7} |\|{7} )", re.MULTILINE)
_TEXT_KEYS = ("title", "author", "edited_by", "domain", "module", "code_ref")
_LIST_KEYS = ("tags", "asked_as")


class SharedMemory(NamedTuple):
    """A memory as its file says it, and the ids of the memories it supersedes."""

    memory: Memory
    supersedes: tuple[str, ...] = ()


def is_id(text: str) -> bool:
    """Whether a text has the form of an id; look-alike letters of other alphabets have not."""
    return _ID.match(text) is not None


def render(shared: SharedMemory) -> str:
    """The text of the file: the same memory always gives the same text."""
    memory = shared.memory
    kind = KINDS[memory.kind]
    # The file of its successor says that a memory is superseded, so that two people who change and
    # supersede a memory do not change the same file.
    is_told_there = memory.status == "superseded" and memory.replaced_by
    status = kind.statuses[0] if is_told_there else memory.status
    rationale = str(memory.fields.get("rationale", ""))
    lines = ["---", f"id: {memory.id}", f"kind: {memory.kind}", f"level: {memory.level}"]
    lines += [
        line
        for name in _TEXT_KEYS
        if (value := getattr(memory, name))
        for line in _value_lines(name, value)
    ]
    lines.append(f"created: {_date(memory.created)}")
    if memory.updated:
        lines.append(f"updated: {_date(memory.updated)}")
    lines.append(f"status: {status}")
    lines += _value_lines("supersedes", sorted(shared.supersedes))
    for name in _LIST_KEYS:
        lines += _value_lines(name, list(getattr(memory, name)))
    lines += _value_lines("links", [_link_text(link) for link in memory.links])
    for field in kind.fields:
        value = memory.fields.get(field.name)
        # The default of a choice says nothing.
        if value and field.name != "rationale" and value != (field.choices or ("",))[0]:
            lines += _value_lines(field.name, value)
    lines += ["---", "", *_escaped(memory.text)]
    if rationale:
        lines += ["", REASON, "", *_escaped(rationale)]
    return "\n".join(lines) + "\n"


def parse(text: str, id: str) -> SharedMemory:
    """The memory in the text of the file that is named after this id."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    try:
        end = lines.index("---", 1)
    except ValueError:
        end = 0
    if lines[0].rstrip() != "---" or not end:
        raise ValueError("it has no front matter between two lines of ---")
    values = _front_matter(lines[1:end])
    if _one(values, "id") != id:
        raise ValueError(f"its id is {_one(values, 'id')[:80]!r}, not the name of the file")
    kind = _one(values, "kind")
    if kind not in KINDS or kind in PERSONAL:
        raise ValueError(f"its kind is {kind[:40]!r}, which is not a kind that is shared")
    content, rationale = _body(lines[end + 1 :])
    texts: dict[str, Any] = {name: _one(values, name) for name in _TEXT_KEYS}
    if texts["edited_by"] == HERE:
        raise ValueError("edited_by is not the name of a person")
    memory = Memory(
        id=id,
        kind=kind,
        text=content,
        created=_time(values, "created"),
        updated=_time(values, "updated") if "updated" in values else 0,
        level=_level(values, kind),
        status=_one(values, "status") or KINDS[kind].statuses[0],
        fields=_fields(values, kind, rationale),
        links=tuple(_link(text) for text in _many(values, "links")),
        confidence=KINDS[kind].confidence,
        source=FROM_FILES,
        tags=tuple(_many(values, "tags")),
        asked_as=tuple(_many(values, "asked_as")),
        **texts,
    )
    supersedes = tuple(other for other in _many(values, "supersedes") if is_id(other))
    memory = checked(memory._replace(reviewed=memory.created, refreshed=memory.created))
    return SharedMemory(memory, tuple(other for other in supersedes if other != id))


def sides(text: str) -> tuple[str, ...]:
    """The versions in a file that git could not merge, ours first; one if there is no conflict."""
    if not _CONFLICT.search(text):
        return (text,)
    ours: list[str] = []
    theirs: list[str] = []
    targets: tuple[list[str], ...] = (ours, theirs)
    for line in text.replace("\r\n", "\n").split("\n"):
        if line.startswith("<<<<<<< "):
            targets = (ours,)
        elif line.startswith("||||||| "):
            targets = ()
        elif line == "=======" and len(targets) < 2:
            targets = (theirs,)
        elif line.startswith(">>>>>>> "):
            targets = (ours, theirs)
        else:
            for target in targets:
                target.append(line)
    return ("\n".join(ours), "\n".join(theirs))


def meaning(memory: Memory) -> str:
    """A digest of what a memory says, whatever the white space; not of who said it when."""
    fields = {name: _squeezed(str(value)) for name, value in memory.fields.items() if value}
    parts = [
        *(memory.kind, str(memory.level), memory.title, memory.domain, memory.module),
        *(memory.code_ref, _squeezed(memory.text), memory.status, memory.replaced_by),
        json.dumps([sorted(fields.items()), memory.tags, memory.asked_as], sort_keys=True),
        *(_link_text(link) for link in memory.links),
    ]
    return digest("\x1f".join(parts), 12)


def _squeezed(text: str) -> str:
    return " ".join(text.split())


def _date(moment: int) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(moment // 1000))


def _value_lines(name: str, value: object) -> list[str]:
    if isinstance(value, list | tuple):
        return [f"{name}:", *(f"  - {_scalar(str(item))}" for item in value)] if value else []
    return [f"{name}: {_scalar(str(value))}"]


def _scalar(text: str) -> str:
    """The text as a plain scalar where YAML would read it as this text, else quoted."""
    plain = _PLAIN.match(text) and not _LIKE_YAML.match(text)
    if plain and text == text.strip() and ": " not in text and " #" not in text:
        return text if text[-1] != ":" else json.dumps(text, ensure_ascii=False)
    return json.dumps(text, ensure_ascii=False)


def _escaped(text: str) -> list[str]:
    """The lines of a text; one that looks like the heading of the reason gets a backslash."""
    lines = [line.rstrip() for line in text.replace("\r\n", "\n").split("\n")]
    return [f"\\{line}" if line.lstrip("\\") == REASON else line for line in lines]


def _body(lines: list[str]) -> tuple[str, str]:
    content, reason = lines, list[str]()
    if REASON in (stripped := [line.rstrip() for line in lines]):
        at = stripped.index(REASON)
        content, reason = lines[:at], lines[at + 1 :]
    texts = [
        "\n".join(
            line[1:] if line.startswith("\\") and line.lstrip("\\").rstrip() == REASON else line
            for line in part
        ).strip()
        for part in (content, reason)
    ]
    return texts[0], texts[1]


def _front_matter(lines: list[str]) -> dict[str, str | list[str]]:
    if len(lines) > MOST_LINES:
        raise ValueError(f"its front matter has more than {MOST_LINES} lines")
    values: dict[str, str | list[str]] = {}
    items: list[str] | None = None
    for number, line in enumerate(lines, 2):
        stripped = line.strip()
        if not stripped or stripped.startswith("#"):
            continue
        if len(line) > LONGEST_LINE:
            raise ValueError(f"line {number} is longer than {LONGEST_LINE:,} characters")
        if stripped.startswith("- ") and items is not None:
            if len(items) >= MOST_ITEMS:
                raise ValueError(f"line {number}: a list has more than {MOST_ITEMS} items")
            items.append(_unquoted(stripped[2:].strip(), number))
            continue
        match = _KEY.match(line.rstrip())
        if match is None:
            raise ValueError(f"line {number} is neither `name: value` nor `- item`")
        name, value = match[1], (match[2] or "").strip()
        if name in values:
            raise ValueError(f"line {number}: {name} is given twice")
        items = None
        if not value:
            values[name] = items = []
        elif value.startswith("["):
            values[name] = _inline_list(value, number)
        else:
            values[name] = _unquoted(value, number)
    return values


def _unquoted(text: str, number: int) -> str:
    if text.startswith('"'):
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            value = None
        if not isinstance(value, str):
            raise ValueError(f"line {number}: the quotes are not closed")
        return value
    if text.startswith("'"):
        if len(text) < 2 or not text.endswith("'"):
            raise ValueError(f"line {number}: the quotes are not closed")
        return text[1:-1].replace("''", "'")
    if text[:1] in ("{", "&", "*", "!", "|", ">", "%", "@", "`"):
        raise ValueError(f"line {number}: only plain and quoted values are read")
    return text


def _inline_list(text: str, number: int) -> list[str]:
    if not text.endswith("]") or "[" in text[1:] or "{" in text:
        raise ValueError(f"line {number}: only flat lists are read")
    parts = re.findall(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'|[^,\s][^,]*", text[1:-1])
    if len(parts) > MOST_ITEMS:
        raise ValueError(f"line {number}: a list has more than {MOST_ITEMS} items")
    return [_unquoted(part.strip(), number) for part in parts]


def _one(values: dict[str, str | list[str]], name: str) -> str:
    value = values.get(name, "")
    if isinstance(value, list):
        if not value:
            return ""
        raise ValueError(f"{name} is a list, not one value")
    return value


def _many(values: dict[str, str | list[str]], name: str) -> list[str]:
    value = values.get(name, [])
    return value if isinstance(value, list) else [value]


def _level(values: dict[str, str | list[str]], kind: str) -> int:
    text = _one(values, "level").removeprefix("L") or str(KINDS[kind].level)
    if text not in ("0", "1", "2", "3"):
        raise ValueError(f"its level is {text[:20]!r}, not 0 to 3")
    return int(text)


def _time(values: dict[str, str | list[str]], name: str) -> int:
    text = _one(values, name)
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise ValueError(f"{name} is {text[:40]!r}, not a date") from None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    if not 1980 <= moment.year <= 2200:
        raise ValueError(f"{name} is {text[:40]!r}, not a plausible date")
    return int(moment.timestamp()) * 1000


def _fields(values: dict[str, str | list[str]], kind: str, rationale: str) -> dict[str, object]:
    names = {field.name: field for field in KINDS[kind].fields}
    if rationale and "rationale" not in names:
        raise ValueError(f"a {kind} has no reason")
    fields: dict[str, object] = {}
    for name, field in names.items():
        if name in values and name not in _TEXT_KEYS:
            fields[name] = _many(values, name) if field.many else _one(values, name)
    return fields | ({"rationale": rationale} if rationale else {})


def _link_text(link: Link) -> str:
    if not link.name:
        return link.path
    state = f"{link.kind}:{link.line}:{link.above}:{link.lines}:{link.fingerprint}:{link.body}"
    return f"{link.path}::{link.name} @{state}"


def _link(text: str) -> Link:
    match = _LINK_STATE.search(text)
    path, _, name = (text[: match.start()] if match else text).partition("::")
    parts = path.split("/")
    if not path or ".." in parts or "" in parts or "\\" in path or ":" in path:
        raise ValueError(f"it links to {path[:80]!r}, which is not a path in the repository")
    if any(ord(letter) < 32 for letter in text):
        raise ValueError("a link has control characters")
    if match is None:
        return Link(name, path)
    kind, line, above, lines, fingerprint, body = match.groups()
    return Link(
        name, path, fingerprint, body, "", kind, int(line), int(above), int(lines)
    )  # fmt: skip
