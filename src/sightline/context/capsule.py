"""A capsule: the symbols a question is about under a budget, the best with bodies.

The documented cost formula selects; the rendered text is what must fit. Items are checked against
the working tree as they are rendered.
"""

from __future__ import annotations

from sightline.context import graph
from sightline.context.excerpt import excerpt
from sightline.context.question import understand
from sightline.context.rank import rank
from sightline.context.retrieve import gather
from sightline.model.record import NamedTuple
from sightline.store import code
from sightline.text.secrets import redact
from sightline.text.tokens import capsule_cost, estimate_tokens
from sightline.workspace.source import Sources
from sightline.workspace.verify import CHANGED, verify

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sightline.context.rank import Ranking
    from sightline.model.indexed import IndexedSymbol
    from sightline.store.database import Database

PIVOTS = 5
# The share of a budget that bodies may take; signatures tell more per token.
BODY_SHARE = 0.55
LONGEST_BODY = 0.3
# Symbols of one class or file that may be shown before others get their turn.
OF_ONE_PARENT = 6
SHOWN_SIGNATURE = 160
MOST_NEIGHBOURS = 12
OUTWARD = ("modify", "explore")


class Shown(NamedTuple):
    """One symbol of a capsule with its parts; `body` is empty where only the signature is shown."""

    symbol: IndexedSymbol
    line: int
    body: str
    is_pivot: bool
    score: float
    parts: tuple[tuple[str, float], ...]
    note: str = ""
    cost: int = 0


class Capsule(NamedTuple):
    """What was chosen for a question."""

    task: str
    items: tuple[Shown, ...]
    candidates: int
    budget: int
    undecided: int = 0


class Builder:
    """Fills one capsule; remembers what it has spent and what it has shown."""

    def __init__(self, index: Database, root: str, budget: int) -> None:
        self.index = index
        self.sources = Sources(root)
        self.budget = budget
        self.left = budget
        self.shown: dict[int, Shown] = {}
        self.of_parent: dict[int, int] = {}

    def add(
        self,
        symbol: IndexedSymbol,
        score: float,
        parts: tuple[tuple[str, float], ...],
        body: Callable[[str], str] | None,
        note: str = "",
    ) -> bool:
        """Show a symbol if it still stands in the working tree and fits."""
        if symbol.id in self.shown or symbol.kind == "module":
            return False
        file = next(iter(code.files(self.index, [symbol.file_id])), None)
        verdict = verify(self.sources, symbol, file) if file else None
        if verdict is None or not verdict.line:
            return False
        text = body(redact(verdict.text)) if body and verdict.text else ""
        if verdict.state == CHANGED:
            note = "changed since indexed: signature only"
        item = Shown(symbol, verdict.line, text, bool(body), score, parts, note)
        tokens = estimate_tokens(rendered_item(item)) + 2
        if tokens > self.left:
            return False
        self.left -= tokens
        cost = capsule_cost(symbol.name, symbol.kind, symbol.signature, text, symbol.path)
        self.shown[symbol.id] = item._replace(cost=cost)
        self.of_parent[symbol.parent_id] = self.of_parent.get(symbol.parent_id, 0) + 1
        return True


def build(
    index: Database,
    root: str,
    text: str,
    *,
    task: str,
    budget: int,
    session: Mapping[str, float] | None = None,
    sent: Callable[[str, str], str] | None = None,
) -> Capsule:
    """The capsule for a question; `sent` replaces bodies the assistant still has."""
    question = understand(text)
    found = gather(index, question, session=session)
    ranking = rank(found)
    builder = Builder(index, root, max(0, budget - 40))
    wanted = frozenset(question.words)
    by_id = {s.id: s for s in code.symbols(index, [r.symbol.id for r in ranking.symbols[:400]])}
    _pivots(builder, ranking, by_id, wanted, sent)
    undecided = _neighbours(builder, task)
    _signatures(builder, ranking, by_id)
    count = len(ranking.symbols)
    return Capsule(task, tuple(builder.shown.values()), count, budget, undecided)


def _pivots(
    builder: Builder,
    ranking: Ranking,
    by_id: Mapping[int, IndexedSymbol],
    wanted: frozenset[str],
    sent: Callable[[str, str], str] | None,
) -> None:
    """The best symbols with bodies, long ones cut to the relevant lines."""
    allowance = builder.left * BODY_SHARE
    pivots = 0
    for ranked in ranking.symbols[: PIVOTS * 4]:
        symbol = by_id.get(ranked.symbol.id)
        if symbol is None or pivots == PIVOTS or allowance < 40:
            continue
        most = int(min(allowance, builder.budget * LONGEST_BODY))

        def body(text: str, symbol: IndexedSymbol = symbol, most: int = most) -> str:
            cut = excerpt(text, wanted, most)
            return sent(symbol.fingerprint, cut) if sent else cut

        before = builder.left
        if builder.add(symbol, ranked.score, ranked.parts, body):
            allowance -= before - builder.left
            pivots += 1


def _neighbours(builder: Builder, task: str) -> int:
    """FO-20: one hop in the direction of the task, as signatures; tests that reach a pivot."""
    pivots = [item.symbol for item in builder.shown.values()]
    if not pivots:
        return 0
    directions = [graph.DEPENDENCIES] if task in OUTWARD else [graph.DEPENDENTS]
    if task == "debug":
        directions = [graph.DEPENDENTS, graph.DEPENDENCIES]
    undecided = 0
    for direction in directions:
        walked = graph.walk(builder.index, pivots, direction, 1)
        undecided += walked.undecided
        for reached in walked.reached[:MOST_NEIGHBOURS]:
            word = "calls a symbol above" if direction == graph.DEPENDENTS else "used above"
            note = f"test, {word}" if reached.symbol.is_test else word
            builder.add(reached.symbol, 0.0, (("graph", reached.confidence),), None, note)
    return undecided


def _signatures(builder: Builder, ranking: Ranking, by_id: Mapping[int, IndexedSymbol]) -> None:
    """As many further symbols as fit, not all of one class."""
    waiting = []
    for ranked in ranking.symbols:
        symbol = by_id.get(ranked.symbol.id)
        if symbol is None or builder.left < 12:
            break
        if builder.of_parent.get(symbol.parent_id, 0) >= OF_ONE_PARENT:
            waiting.append((symbol, ranked))
        else:
            builder.add(symbol, ranked.score, ranked.parts, None)
    for symbol, ranked in waiting:
        if builder.left < 12:
            break
        builder.add(symbol, ranked.score, ranked.parts, None)


def rendered_item(item: Shown) -> str:
    """One symbol as text: a head with its place, then its body or nothing."""
    symbol = item.symbol
    note = f"  ({item.note})" if item.note else ""
    if not item.body:
        signature = " ".join(symbol.signature.split())[:SHOWN_SIGNATURE]
        return f"  {symbol.path}:{item.line}  {symbol.kind}  {_owner(symbol)}{signature}{note}"
    last = item.line + symbol.end_line - symbol.line
    head = f"{symbol.path}:{item.line}-{last}  {symbol.kind}  {symbol.qualified}{note}"
    return head + "\n" + "\n".join("  " + line for line in item.body.splitlines())


def _owner(symbol: IndexedSymbol) -> str:
    """The class of a method, which its signature does not say."""
    if symbol.kind not in ("method", "field"):
        return ""
    parts = symbol.qualified.replace("::", ".").split(".")
    return f"{parts[-2]}: " if len(parts) > 1 else ""


def rendered(capsule: Capsule, age: str, memories: tuple[str, ...] = ()) -> str:
    """The capsule as a model reads it: what it is, bodies, signatures, memories, where it stops."""
    bodies = [rendered_item(item) for item in capsule.items if item.body]
    rest = [rendered_item(item) for item in capsule.items if not item.body]
    blocks = ["\n\n".join(bodies)] if bodies else []
    if rest:
        blocks.append("also\n" + "\n".join(rest))
    if memories:
        blocks.append("memories\n" + "\n".join(f"  {line}" for line in memories))
    if capsule.undecided:
        blocks.append(f"not followed: {capsule.undecided} calls chosen at run time or ambiguous")
    text = "\n\n".join(blocks)
    if not blocks:
        return "nothing in the index answers this"
    shown = len(capsule.items)
    head = f"{capsule.task} · {shown} of {capsule.candidates:,} candidates"
    used = estimate_tokens(head + text) + 12
    return f"{head} · {used:,} of {capsule.budget:,} tokens · {age}\n\n{text}"
