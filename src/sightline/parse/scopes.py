"""Which definition encloses which position, and which definitions lie in which."""

from bisect import bisect_right

from sightline.parse.collect import Definition, Matches

FUNCTIONS = frozenset(("function", "method", "macro"))
TYPES = frozenset(("class", "struct", "union", "interface", "trait", "enum"))
VALUES = frozenset(("variable", "const", "field"))

# Where two patterns find the same name, the more telling kind stays.
_PRECEDENCE = {"variable": 0, "const": 0, "field": 0, "type_alias": 1}


class Scopes:
    """The definitions of a file in order, each with its parent, and a map from bytes to scopes.

    Scopes are positions in `definitions`; -1 is the file itself.
    """

    def __init__(self, matches: Matches) -> None:
        self.definitions = _unique(matches.definitions)
        self.parents: list[int] = []
        self.points: list[int] = [0]
        self.scopes: list[int] = [-1]
        open_ends: list[tuple[int, int]] = []
        for position, definition in enumerate(self.definitions):
            self._close(open_ends, definition.start)
            self.parents.append(open_ends[-1][1] if open_ends else -1)
            if definition.kind not in VALUES or definition.body >= 0:
                open_ends.append((definition.end, position))
                self.points.append(definition.start)
                self.scopes.append(position)
        self._close(open_ends, 1 << 62)

    def at(self, place: int) -> int:
        """The innermost definition around a byte."""
        return self.scopes[bisect_right(self.points, place) - 1]

    def _close(self, open_ends: list[tuple[int, int]], start: int) -> None:
        while open_ends and open_ends[-1][0] <= start:
            end, _ = open_ends.pop()
            self.points.append(end)
            self.scopes.append(open_ends[-1][1] if open_ends else -1)


def _unique(definitions: list[Definition]) -> list[Definition]:
    by_name: dict[tuple[int, int], Definition] = {}
    for definition in definitions:
        known = by_name.get(definition.name)
        if known is None or _rank(definition) > _rank(known):
            by_name[definition.name] = definition
    return sorted(by_name.values(), key=lambda d: (d.start, -d.end, d.name))


def _rank(definition: Definition) -> int:
    return _PRECEDENCE.get(definition.kind, 2)
