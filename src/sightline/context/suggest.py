"""The few symbols a prompt is about, for the hook: small, verified, and only when it is sure.

Loaded on every prompt; looks at less than a capsule does.
"""

from __future__ import annotations

import math

from sightline.context.excerpt import excerpt
from sightline.context.question import understand
from sightline.context.rank import rank
from sightline.context.retrieve import NARROW, gather
from sightline.model.frame import CODE, Item, LeftOut
from sightline.store import code
from sightline.text.secrets import redact
from sightline.text.tokens import estimate_tokens
from sightline.workspace.source import Sources
from sightline.workspace.verify import CHANGED, verify

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sightline.context.rank import RankedSymbol, Ranking
    from sightline.context.retrieve import Evidence
    from sightline.model.indexed import IndexedSymbol
    from sightline.store.database import Database

MOST = 30
BODIES = 2
BODY_TOKENS = 180
SIGNATURE = 140
# How sure the best symbol must be, and how much worse than the best the others may be.
SURE = 1.0
# What chance words reach per logarithm of the symbols and of the files, calibrated on real prompts.
SYMBOL_FIT = 1.8
FILE_FIT = 1.6
NEAR = 0.25
BELOW = "below the threshold"


def suggest(
    index: Database, root: str, prompt: str, *, now: int, tokens: int = 900, sure: float = SURE
) -> tuple[list[Item], list[LeftOut]]:
    """Items for the prompt and what was left out; nothing when nothing is sure enough."""
    question = understand(prompt)
    if not question.words:
        return [], []
    found = gather(index, question, breadth=NARROW)
    ranking = rank(found)
    state = code.state(index)
    confidence = confidence_of(found, state.symbols, state.files)
    best = ranking.symbols[0].score if ranking.symbols else 0.0
    if confidence < sure or best <= 0:
        return [], _left_out(index, ranking, confidence)
    chosen = [ranked for ranked in ranking.symbols[:MOST] if ranked.score >= best * NEAR]
    return _items(index, root, chosen, question.words, tokens), []


def confidence_of(found: Evidence, symbols: int, files: int) -> float:
    """How sure it is that the prompt is about code of this project: 1 is the threshold.

    A named symbol, path or stack frame is sure by itself. Words alone must fit both a symbol and a
    file better than chance words do, which grows with the logarithm of what there is to fit.
    """
    if found.places or found.frames or found.owned or any(map(_looks_like_code, found.named)):
        return 2.0
    by_symbol = max(found.symbol_text.values(), default=0.0) / (SYMBOL_FIT * math.log(10 + symbols))
    by_file = max(found.file_text.values(), default=0.0) / (FILE_FIT * math.log(10 + files))
    return min(2.0, by_symbol, by_file)


def _looks_like_code(name: str) -> bool:
    """Whether a word is written as only identifiers are."""
    return "_" in name.strip("_") or not (name.islower() or name.isupper() or name.istitle())


def _items(
    index: Database, root: str, chosen: list[RankedSymbol], wanted: dict[str, float], tokens: int
) -> list[Item]:
    symbols = {s.id: s for s in code.symbols(index, [r.symbol.id for r in chosen])}
    files = {f.id: f for f in code.files(index, {s.file_id for s in symbols.values()})}
    sources = Sources(root)
    items: list[Item] = []
    bodies = 0
    for ranked in chosen:
        symbol = symbols.get(ranked.symbol.id)
        if symbol is None or symbol.file_id not in files:
            continue
        verdict = verify(sources, symbol, files[symbol.file_id])
        if not verdict.line:
            continue
        text = _line(symbol, verdict.line, changed=verdict.state == CHANGED)
        if bodies < BODIES and verdict.text:
            body = excerpt(redact(verdict.text), wanted, BODY_TOKENS)
            if body:
                bodies += 1
                text += "\n" + "\n".join("    " + line for line in body.splitlines())
        tokens -= estimate_tokens(text)
        if tokens < 0:
            break
        key = f"{symbol.path}::{symbol.qualified}"
        items.append(
            Item(CODE, key, text, ranked.score, symbol.fingerprint, ranked.parts, symbol.path)
        )
    return items


def _line(symbol: IndexedSymbol, line: int, *, changed: bool) -> str:
    signature = redact(" ".join(symbol.signature.split())[:SIGNATURE])
    note = "      changed since indexed: signature only" if changed else ""
    return f"  :{line} {signature}{note}"


def _left_out(index: Database, ranking: Ranking, confidence: float) -> list[LeftOut]:
    best = code.symbols(index, [ranked.symbol.id for ranked in ranking.symbols[:3]])
    reason = f"{BELOW}: {confidence:.2f} of {SURE:.2f}"
    scores = {ranked.symbol.id: ranked for ranked in ranking.symbols[:3]}
    return [
        LeftOut(CODE, f"{s.path}::{s.qualified}", scores[s.id].score, reason, scores[s.id].parts)
        for s in best
    ]
