"""Composes one frame of all offered items: chooses what fits the budget and lays it out as text.

Used for prompts, session starts and tool events; capsules are `context.capsule`. Pure: items are
ranked and verified before they come here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sightline.model.frame import (
    CLAIMS,
    CODE,
    FOCUS,
    MEMORY,
    REST_TOKENS,
    THREAD,
    Frame,
    Item,
    LeftOut,
    Offer,
    with_rest,
)
from sightline.text.fence import DATA_NOTICE, neutralise
from sightline.text.tokens import estimate_tokens

TITLE = "--- Sightline Context (auto-injected, {count} {items}) ---"
END = "--- end sightline context ---"
# The documented ceiling of the lines about other topics (ruling 47), in characters.
THREAD_CHARS = 2_000
# The cost of the fence: its title, label and end.
FRAME_TOKENS, FRAME_CHARS = 52, 240
# Kinds that get what room is left after all others.
LATE = (CODE, THREAD)
NOT_FITTING = "no room left in the budget"


class Budget:
    """The tokens and characters that are left; an item must fit both."""

    def __init__(self, tokens: int, chars: int) -> None:
        self.tokens = tokens
        self.chars = chars

    def take(self, tokens: int, chars: int) -> bool:
        """Take this much if it is left; whether it was."""
        if tokens >= self.tokens or chars >= self.chars:
            return False
        self.tokens -= tokens + 1
        self.chars -= chars + 1
        return True


def utf16_length(text: str) -> int:
    """The length in UTF-16 units, in which assistants count."""
    if text.isascii():
        return len(text)
    return len(text) + sum(1 for character in text if character > "\uffff")


def compose(
    items: Iterable[Item],
    *,
    tokens: int,
    chars: int,
    ceilings: dict[str, int] | None = None,
) -> Frame:
    """Choose items by kind (CLAIMS) and score, and lay them out under one fence.

    `ceilings` are the most tokens each kind may take, within the overall budget.
    """
    ranked = sorted(items, key=lambda item: (CLAIMS.index(item.kind), -item.score, item.key))
    budget = Budget(tokens, chars)
    focus = [item for item in ranked if item.kind == FOCUS]
    if len(ranked) > len(focus) and not budget.take(FRAME_TOKENS, FRAME_CHARS):
        ranked = focus
    early = [item for item in ranked if item.kind not in LATE]
    chosen, left_out = _choose(early, budget, _with_room_for_rest(early, ceilings or {}))
    _mention_rest(chosen, left_out, budget)
    late = _choose([item for item in ranked if item.kind in LATE], budget, ceilings or {})
    chosen, left_out = chosen + late.items, left_out + late.left_out
    text = render(chosen)
    cost = tokens - budget.tokens
    # The sum of the rounded parts may be off by a token per part: where that matters, the whole
    # text is measured.
    while text and (cost + len(chosen) > tokens or utf16_length(text) > chars):
        cost = estimate_tokens(text)
        if cost <= tokens and utf16_length(text) <= chars:
            break
        last = chosen.pop()
        left_out.append(LeftOut(last.kind, last.key, last.score, NOT_FITTING, last.parts))
        text = render(chosen)
    return Frame(text, tuple(chosen), tuple(left_out), cost, tokens)


def _with_room_for_rest(ranked: list[Item], ceilings: dict[str, int]) -> dict[str, int]:
    """The ceilings, lower for memories if not all of them fit: a line says how many more there are."""
    ceiling = ceilings.get(MEMORY)
    if ceiling is None:
        return ceilings
    cost = sum(estimate_tokens(item.text) for item in ranked if item.kind == MEMORY)
    return ceilings if cost <= ceiling else {**ceilings, MEMORY: ceiling - REST_TOKENS}


def _mention_rest(chosen: list[Item], left_out: Sequence[LeftOut], budget: Budget) -> None:
    """Let the last memory say how many others had no room."""
    count = len([one for one in left_out if one.kind == MEMORY])
    last = max((at for at, item in enumerate(chosen) if item.kind == MEMORY), default=-1)
    if not count or last < 0:
        return
    item = with_rest(chosen[last], count)
    line = item.text[len(chosen[last].text) :]
    if budget.take(estimate_tokens(line), utf16_length(line)):
        chosen[last] = item


def _choose(ranked: list[Item], budget: Budget, ceilings: dict[str, int]) -> Offer:
    chosen: list[Item] = []
    left_out: list[LeftOut] = []
    seen: set[str] = set()
    spent = dict.fromkeys(CLAIMS, 0)
    for item in ranked:
        if item.key in seen:
            continue
        seen.add(item.key)
        fitting = _fitting(item, budget, spent, ceilings)
        if fitting is None:
            left_out.append(LeftOut(item.kind, item.key, item.score, NOT_FITTING, item.parts))
            continue
        chosen.append(fitting)
    return Offer(chosen, left_out)


def _fitting(
    item: Item, budget: Budget, spent: dict[str, int], ceilings: dict[str, int]
) -> Item | None:
    """The item in its full or else its short form; None if neither fits."""
    for text in (item.text, item.short):
        if not text:
            continue
        tokens = estimate_tokens(text)
        cost = len(text) if item.kind == THREAD else tokens
        ceiling = THREAD_CHARS if item.kind == THREAD else ceilings.get(item.kind)
        if ceiling is not None and spent[item.kind] + cost > ceiling:
            continue
        if budget.take(tokens, utf16_length(text)):
            spent[item.kind] += cost
            return item if text == item.text else item._replace(text=item.short)
    return None


def render(chosen: list[Item]) -> str:
    """The chosen items as text: the topic block, then everything else inside one fence."""
    focus = "\n".join(item.text for item in chosen if item.kind == FOCUS)
    rest = [item for item in chosen if item.kind != FOCUS]
    if not rest:
        return focus
    blocks = []
    for kind in CLAIMS:
        of_kind = [item for item in rest if item.kind == kind]
        if of_kind:
            blocks.append(_block(of_kind))
    title = TITLE.format(count=len(rest), items="item" if len(rest) == 1 else "items")
    body = "\n".join((title, DATA_NOTICE, "", "\n\n".join(blocks), END))
    return f"{focus}\n{body}" if focus else body


def _block(items: list[Item]) -> str:
    """Items of one kind; code and items of one line stand close together."""
    is_close = all(item.kind == CODE or "\n" not in item.text for item in items)
    return ("\n" if is_close else "\n\n").join(neutralise(item.text) for item in items)
