"""What replayed prompts say about Sightline: found, missed, silent rightly or wrongly, and at what cost."""

from collections.abc import Sequence
from statistics import mean, median
from typing import Any, NamedTuple

from sightline.measure.transcripts import Turn
from sightline.store.statistics import percentile
from sightline.text.secrets.redact import redact

SHOWN_PROMPT = 100


class Judged(NamedTuple):
    """One prompt: what was edited and read after it, and what would have been in view."""

    turn: Turn
    edited: tuple[str, ...]  # source files that existed
    new: tuple[str, ...]  # files that did not exist yet: nobody could have shown them
    read: tuple[str, ...]
    shown: frozenset[str]  # with this prompt
    in_view: frozenset[str]  # and with the session's earlier ones
    tokens: int
    code_tokens: int
    ms: float
    capsule: frozenset[str]  # the files of the capsule that `get_context` would give


def summary(judged: Sequence[Judged], budget: int) -> dict[str, Any]:
    """The figures, and every prompt with what became of it."""
    return {
        "prompts": len(judged),
        "sessions": len({one.turn.session for one in judged}),
        "with_edits": sum(bool(one.edited) for one in judged),
        "recall": _recall([one for one in judged if one.edited], budget),
        "silent": _silent([one for one in judged if not one.shown], len(judged)),
        "spoke": _spoke([one for one in judged if one.shown]),
        "cost": _cost(judged),
        "new_files": sum(len(one.new) for one in judged),
        "each": [_row(one) for one in judged],
    }


def _recall(asked: Sequence[Judged], budget: int) -> dict[str, float | None]:
    """Shares of the files that were then edited; a mean over the prompts."""
    return {
        "injected": _mean(_share(one.edited, one.shown) for one in asked),
        "in_view": _mean(_share(one.edited, one.in_view) for one in asked),
        "any_in_view": _mean(bool(set(one.edited) & one.in_view) for one in asked),
        f"capsule_{budget}": _mean(_share(one.edited, one.capsule) for one in asked),
        "injected_when_it_spoke": _mean(
            _share(one.edited, one.shown) for one in asked if one.shown
        ),
    }


def _silent(silent: Sequence[Judged], prompts: int) -> dict[str, float | None]:
    """Prompts for which nothing about code would have been said."""
    return {
        "rate": round(len(silent) / prompts, 4) if prompts else None,
        "right": _mean(not one.edited for one in silent),
        "though_files_were_edited": sum(bool(one.edited) for one in silent),
        "of_them_already_in_view": sum(bool(set(one.edited) & one.in_view) for one in silent),
    }


def _spoke(spoke: Sequence[Judged]) -> dict[str, float | None]:
    """Prompts for which something would have been said; what of it was for nothing."""
    wasted = [one for one in spoke if not {*one.edited, *one.read} & one.shown]
    return {
        "prompts": len(spoke),
        "edited_one": _mean(bool(set(one.edited) & one.shown) for one in spoke),
        "edited_or_read_one": _mean(bool({*one.edited, *one.read} & one.shown) for one in spoke),
        "nothing_of_it_touched": round(len(wasted) / len(spoke), 4) if spoke else None,
        "tokens_of_those": sum(one.code_tokens for one in wasted),
        "though_nothing_was_read_or_edited": sum(not (one.edited or one.read) for one in spoke),
    }


def _cost(judged: Sequence[Judged]) -> dict[str, float | None]:
    times = sorted(one.ms for one in judged)
    return {
        "tokens_per_prompt": _mean((one.tokens for one in judged), 1),
        "tokens_when_it_spoke": _mean((one.tokens for one in judged if one.tokens), 1),
        "code_tokens": sum(one.code_tokens for one in judged),
        "tokens": sum(one.tokens for one in judged),
        "ms_p50": round(median(times), 1) if times else 0.0,
        "ms_p95": round(percentile(times, 0.95), 1),
    }


def _row(one: Judged) -> dict[str, Any]:
    words = " ".join(one.turn.prompt.split())[:SHOWN_PROMPT]
    return {
        "session": one.turn.session,
        "at": one.turn.at,
        "prompt": redact(words),
        "edited": list(one.edited),
        "shown": sorted(one.shown),
        "found": sorted(set(one.edited) & one.in_view),
        "tokens": one.tokens,
    }


def _share(gold: Sequence[str], shown: frozenset[str]) -> float:
    return len(set(gold) & shown) / len(gold)


def _mean(values: Any, digits: int = 4) -> float | None:
    found = [float(value) for value in values]
    return round(mean(found), digits) if found else None
