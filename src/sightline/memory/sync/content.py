"""What of a memory is sent to a team, and how it becomes a memory here.

What one person's machine does with a memory (use, review, confidence, session) stays on that machine.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from sightline.errors import SightlineError
from sightline.memory.draft import checked
from sightline.memory.foreign_record import read_record
from sightline.memory.share import publish
from sightline.memory.share.file_format import PERSONAL, is_id
from sightline.model.memory import CLOSED, FROM_FILES, KINDS, TEAM, Memory
from sightline.store import memory as store
from sightline.store.team.database import storable
from sightline.store.team.memories import State
from sightline.text.hashing import digest
from sightline.text.secrets.redact import redact

# The source of memories that came from a team server.
FROM_SERVER = "shared:server"
# The fields that everybody has the same of.
SENT = (
    *("kind", "text", "created", "title", "fields", "level", "domain", "module", "code_ref"),
    *("status", "tags", "links", "replaced_by", "immutable", "ttl_seconds", "on_expire"),
    "asked_as",
)


class Rules(NamedTuple):
    """What this person lets out: kinds that are shared without asking, and paths that never are."""

    kinds: tuple[str, ...]
    is_denied: Callable[[str], bool]


def wants_sharing(memory: Memory, kinds: tuple[str, ...]) -> bool:
    """Whether a person decided by its kind that this memory of theirs is the team's."""
    is_open = not memory.scope and memory.status not in CLOSED
    return is_open and memory.kind in kinds and memory.kind not in PERSONAL


def refusal(memory: Memory, rules: Rules) -> str:
    """Why a memory may not be sent; empty if it may."""
    if memory.source == FROM_FILES:
        return "it comes from a file of the repository, which shares it already"
    if memory.branch_only:
        return f"it is kept to the branch {memory.branch} until that is merged"
    if reason := publish.refusal(memory, TEAM, rules.is_denied):
        return reason
    if any(redact(text) != text for text in _texts(shared_record(memory))):
        return "it contains what looks like a secret"
    return ""


def shared_record(memory: Memory) -> dict[str, Any]:
    """What is sent of a memory, as plain values that any database stores unchanged."""
    record = store.record(memory)
    return {name: _plain(record[name]) for name in SENT if name in record}


def record_digest(record: Mapping[str, Any]) -> str:
    """A digest of what a record says."""
    return digest(json.dumps(record, ensure_ascii=False, sort_keys=True))


def received(state: State, project: str, here: Memory | None, now: int) -> Memory:
    """The memory that a state of the server means on this machine; raises ValueError if none."""
    record = {name: value for name, value in (state.record or {}).items() if name in SENT}
    kind = str(record.get("kind"))
    if kind not in KINDS or kind in PERSONAL:
        raise ValueError(f"this version knows no shared kind {kind[:40]!r}")
    if not is_id(state.id):
        raise ValueError("its id has not the form of one")
    try:
        sent = read_record({"id": state.id, "project": project, **record})
        base = here or Memory(
            state.id, kind, sent.text, sent.created, refreshed=now, source=FROM_SERVER,
            confidence=KINDS[kind].confidence,
        )  # fmt: skip
        memory = checked(
            base._replace(
                **{name: getattr(sent, name) for name in SENT},
                project=project,
                scope=TEAM,
                author=state.author,
                edited_by=state.changed_by if state.changed_by != state.author else "",
                updated=state.changed,
            )
        )
    except (TypeError, SightlineError) as error:
        raise ValueError(f"its record cannot be read: {error}") from error
    if state.needs_review:
        return memory._replace(reviewed=0)
    return memory._replace(reviewed=memory.reviewed or max(memory.created, 1))


def _plain(value: Any) -> Any:
    """A value as JSON has it, without what PostgreSQL cannot store."""
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, Mapping):
        return {storable(str(name)): _plain(item) for name, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value


def _texts(value: object) -> list[str]:
    """Every text in plain values."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        return [text for item in value.values() for text in _texts(item)]
    if isinstance(value, list | tuple):
        return [text for item in value for text in _texts(item)]
    return []
