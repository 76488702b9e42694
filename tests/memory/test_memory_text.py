"""How memories read when they are injected."""

from __future__ import annotations

import pytest

from sightline.memory.draft import draft
from sightline.memory.memory_text import record_text

NOW = 1_790_000_000_000  # 2026-09-21
RECORDS = [
    ("handoff", "[handoff] x-1 (2026-09-21)", {}),
    ("project", "[project] exporter", {"title": "exporter"}),
    ("observation", "[observation] x-1 (2026-09-21)", {}),
    ("goal", "[goal] x-1 (active, high)", {"fields": {"priority": "high"}, "status": "active"}),
]


@pytest.mark.parametrize(("kind", "head", "values"), RECORDS, ids=[row[0] for row in RECORDS])
def test_records_have_their_documented_heads(
    kind: str, head: str, values: dict[str, object]
) -> None:
    """LO-12 with ruling 12: the head, then the content indented by two spaces."""
    memory = draft(kind, "The export is half done", now=NOW, project="p", **values)  # type: ignore[arg-type]
    text = record_text(memory._replace(id="x-1"))
    assert text.splitlines()[0] == head
    assert "  The export is half done" in text.splitlines()[1:]
    assert all(line.startswith("  ") for line in text.splitlines()[1:])
