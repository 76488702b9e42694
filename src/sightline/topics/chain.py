"""Which topic usually follows which (FG-19, FG-29, FG-31..FG-33). Counts only; saves nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

MOST_TARGETS = 3


class Chain:
    """Counted changes from topic to topic, staying included."""

    __slots__ = ("counts", "last")

    def __init__(
        self, counts: Mapping[str, Mapping[str, int]] | None = None, last: str = ""
    ) -> None:
        self.counts = {source: dict(row) for source, row in (counts or {}).items()}
        self.last = last

    def record(self, topic: str) -> tuple[str, str] | None:
        """Count the change to this topic; the first prompt of all records nothing."""
        source, self.last = self.last, topic
        if not source:
            return None
        row = self.counts.setdefault(source, {})
        row[topic] = row.get(topic, 0) + 1
        return source, topic

    def total(self, source: str) -> int:
        """How many changes were counted from this topic."""
        return sum(self.counts.get(source, {}).values())

    def probability(self, source: str, target: str) -> float:
        """count / row total; 0 where nothing was counted."""
        row = self.counts.get(source)
        return row.get(target, 0) / sum(row.values()) if row else 0.0

    def factor(self, topic: str, boost: float) -> float:
        """FG-19: 1 + boost · P(topic | last topic): history helps a match, it never makes one."""
        if boost <= 0 or not self.last:
            return 1.0
        return 1 + boost * self.probability(self.last, topic)

    def forget(self, topics: Iterable[str]) -> None:
        """FG-29: rows and columns of removed topics go; a last topic that went is cleared."""
        gone = set(topics)
        for source in list(self.counts):
            row = {t: n for t, n in self.counts[source].items() if t not in gone}
            if source in gone or not row:
                del self.counts[source]
            else:
                self.counts[source] = row
        if self.last in gone:
            self.last = ""

    def predict(
        self, above: float = 0.3, among: Iterable[str] | None = None
    ) -> list[tuple[str, float]]:
        """FG-32: up to three likely next topics if the first is likelier than `above`.

        Staying is no prediction (ruling 5); equal ones stand in the order of `among`, then of
        their names.
        """
        row = self.counts.get(self.last, {})
        allowed = None if among is None else {t: place for place, t in enumerate(among)}
        found = [
            (target, self.probability(self.last, target))
            for target in row
            if target != self.last and (allowed is None or target in allowed)
        ]
        found.sort(key=lambda pair: (-pair[1], (allowed or {}).get(pair[0], 0), pair[0]))
        return found[:MOST_TARGETS] if found and found[0][1] > above else []
