"""Makes memories: checks their values, redacts secrets, and gives ids in the shape of their kind."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from difflib import get_close_matches

from sightline.errors import UnknownName, UsageError
from sightline.memory.memory_text import content_hash
from sightline.model.memory import KINDS, ON_EXPIRE, Field, Kind, Memory
from sightline.text.hashing import digest
from sightline.text.secrets.redact import redact

LONGEST = 100_000
# How many other wordings a memory keeps, and the longest of them.
MOST_WORDINGS, LONGEST_WORDING = 8, 300
_TEXTS = ("title", "domain", "module", "code_ref", "origin", "author", "branch", "edited_by")


def draft(kind: str, text: str, *, now: int, **values: object) -> Memory:
    """A new memory without an id; raises an error that names a wrong value."""
    row = kind_of(kind)
    level = values.pop("level", None)
    values.setdefault("status", row.statuses[0])
    values.setdefault("confidence", row.confidence)
    values.setdefault("created", now)
    fields = values.pop("fields", None) or {}
    memory = Memory(id="", kind=kind, text=text, **values)  # type: ignore[arg-type]
    memory = memory._replace(
        fields=fields,  # type: ignore[arg-type]
        level=row.level if level is None else level,  # type: ignore[arg-type]
        refreshed=memory.refreshed or now,
        reviewed=memory.reviewed or (0 if memory.automatic else now),
    )
    return checked(memory)


def kind_of(name: str) -> Kind:
    """The kind with this name; raises an error that offers the nearest."""
    if name not in KINDS:
        near = tuple(get_close_matches(name, KINDS, n=3, cutoff=0.4))
        hint = "" if near else "kinds: " + ", ".join(KINDS)
        raise UnknownName("kind of memory", name, nearest=near, hint=hint)
    return KINDS[name]


def checked(memory: Memory) -> Memory:
    """The memory with its values checked and its secrets redacted."""
    row = kind_of(memory.kind)
    text = redact(memory.text).strip()
    if not text:
        raise UsageError("a memory needs a text")
    if len(text) > LONGEST:
        raise UsageError(
            f"the text has {len(text):,} characters, a memory holds {LONGEST:,}",
            hint="keep what matters, and link the file it comes from",
        )
    if memory.status not in row.statuses:
        raise _not_a_choice("status", memory.status, row.statuses)
    if memory.level not in (0, 1, 2, 3) or isinstance(memory.level, bool):
        raise UsageError(f"level must be 0 to 3 (L0 project ... L3 snippet), not {memory.level!r}")
    if memory.on_expire not in ON_EXPIRE:
        raise _not_a_choice("on_expire", memory.on_expire, ON_EXPIRE)
    if memory.ttl_seconds < 0:
        raise UsageError("ttl must not be negative; 0 means that it never expires")
    if not 0 <= memory.confidence <= 1:
        raise UsageError(f"confidence must be 0 to 1, not {memory.confidence}")
    cleaned = {name: redact(str(getattr(memory, name))).strip() for name in _TEXTS}
    wordings = (" ".join(redact(text).split())[:LONGEST_WORDING] for text in memory.asked_as)
    tags = tuple(sorted({tag.strip().lower() for tag in memory.tags if tag.strip()}))
    memory = memory._replace(
        **cleaned,  # type: ignore[arg-type]
        text=text,
        tags=tags,
        asked_as=tuple(dict.fromkeys(text for text in wordings if text))[:MOST_WORDINGS],
        fields=checked_fields(row, memory.fields),
    )
    return memory._replace(hash=content_hash(memory))


def checked_fields(row: Kind, fields: Mapping[str, object]) -> dict[str, object]:
    """The fields of a kind in its order, the defaults of choices filled in."""
    names = [field.name for field in row.fields]
    for name in fields:
        if name not in names:
            allowed = ", ".join(names) or "none"
            raise UsageError(f"a {row.name} has no field {name!r}", hint=f"its fields: {allowed}")
    values: dict[str, object] = {}
    for field in row.fields:
        value = fields.get(field.name)
        if value in (None, "", [], ()):
            if field.choices:
                values[field.name] = field.choices[0]
            continue
        values[field.name] = _field_value(row.name, field, value)
    return values


def _field_value(kind: str, field: Field, value: object) -> object:
    if field.many:
        values = value if isinstance(value, list | tuple) else [value]
        return [redact(str(item)).strip() for item in values if str(item).strip()]
    if isinstance(value, list | tuple | dict):
        raise UsageError(f"{field.name} of a {kind} takes one value, not several")
    text = redact(str(value)).strip()
    if field.choices and text not in field.choices:
        raise _not_a_choice(field.name, text, field.choices)
    return text


def new_id(memory: Memory, is_taken: Callable[[str], bool]) -> str:
    """An unused id in the documented shape of the kind (ruling 43)."""
    seconds = memory.created // 1000
    stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime(seconds))
    salt = 0
    while True:
        seed = (
            f"{memory.hash}\x1f{memory.project}\x1f{memory.created}\x1f{memory.session}\x1f{salt}"
        )
        id = KINDS[memory.kind].shape.format(
            hex=digest(seed, 4), epoch6=str(seconds)[-6:], epoch=seconds, stamp=stamp
        )
        if not is_taken(id):
            return id
        salt += 1


def _not_a_choice(name: str, value: object, choices: tuple[str, ...]) -> UsageError:
    return UsageError(f"{name} must be one of {', '.join(choices)}, not {value!r}")
