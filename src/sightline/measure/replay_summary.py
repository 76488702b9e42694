"""Summarises replayed prompts: edited files found and missed, and the tokens it cost."""

from collections.abc import Sequence
from statistics import mean, median
from typing import Any, NamedTuple

from sightline.measure.transcripts import PastPrompt
from sightline.store.statistics import percentile
from sightline.text.secrets.redact import redact

PROMPT_LENGTH = 100


class ReplayedPrompt(NamedTuple):
    """One prompt, the files edited and read after it, and those Sightline would have shown."""

    prompt: PastPrompt
    edited: tuple[str, ...]  # source files that existed
    new: tuple[str, ...]  # files that did not exist yet and so could not be shown
    read: tuple[str, ...]
    shown: frozenset[str]  # with this prompt
    in_view: frozenset[str]  # with this prompt or an earlier one of the session
    tokens: int
    code_tokens: int
    ms: float
    capsule: frozenset[str]  # the files of the capsule that `get_context` would return


def summary(replayed: Sequence[ReplayedPrompt], budget: int) -> dict[str, Any]:
    """The figures, and each prompt with the files edited and shown."""
    return {
        "prompts": len(replayed),
        "sessions": len({one.prompt.session for one in replayed}),
        "with_edits": sum(bool(one.edited) for one in replayed),
        "recall": _recall([one for one in replayed if one.edited], budget),
        "silent": _silent([one for one in replayed if not one.shown], len(replayed)),
        "spoke": _spoke([one for one in replayed if one.shown]),
        "cost": _cost(replayed),
        "new_files": sum(len(one.new) for one in replayed),
        "each": [_prompt_value(one) for one in replayed],
    }


def _recall(edited: Sequence[ReplayedPrompt], budget: int) -> dict[str, float | None]:
    """The share of the edited files that was shown, as a mean over the prompts."""
    return {
        "injected": _mean(_share(one.edited, one.shown) for one in edited),
        "in_view": _mean(_share(one.edited, one.in_view) for one in edited),
        "any_in_view": _mean(bool(set(one.edited) & one.in_view) for one in edited),
        f"capsule_{budget}": _mean(_share(one.edited, one.capsule) for one in edited),
        "injected_when_it_spoke": _mean(
            _share(one.edited, one.shown) for one in edited if one.shown
        ),
    }


def _silent(silent: Sequence[ReplayedPrompt], prompts: int) -> dict[str, float | None]:
    """Prompts to which no code would have been added."""
    return {
        "rate": round(len(silent) / prompts, 4) if prompts else None,
        "right": _mean(not one.edited for one in silent),
        "though_files_were_edited": sum(bool(one.edited) for one in silent),
        "of_them_already_in_view": sum(bool(set(one.edited) & one.in_view) for one in silent),
    }


def _spoke(spoke: Sequence[ReplayedPrompt]) -> dict[str, float | None]:
    """Prompts to which code would have been added, and how much of that was not used."""
    wasted = [one for one in spoke if not {*one.edited, *one.read} & one.shown]
    return {
        "prompts": len(spoke),
        "edited_one": _mean(bool(set(one.edited) & one.shown) for one in spoke),
        "edited_or_read_one": _mean(bool({*one.edited, *one.read} & one.shown) for one in spoke),
        "nothing_of_it_touched": round(len(wasted) / len(spoke), 4) if spoke else None,
        "tokens_of_those": sum(one.code_tokens for one in wasted),
        "though_nothing_was_read_or_edited": sum(not (one.edited or one.read) for one in spoke),
    }


def _cost(replayed: Sequence[ReplayedPrompt]) -> dict[str, float | None]:
    times = sorted(one.ms for one in replayed)
    return {
        "tokens_per_prompt": _mean((one.tokens for one in replayed), 1),
        "tokens_when_it_spoke": _mean((one.tokens for one in replayed if one.tokens), 1),
        "code_tokens": sum(one.code_tokens for one in replayed),
        "tokens": sum(one.tokens for one in replayed),
        "ms_p50": round(median(times), 1) if times else 0.0,
        "ms_p95": round(percentile(times, 0.95), 1),
    }


def _prompt_value(one: ReplayedPrompt) -> dict[str, Any]:
    text = " ".join(one.prompt.text.split())[:PROMPT_LENGTH]
    return {
        "session": one.prompt.session,
        "at": one.prompt.at,
        "prompt": redact(text),
        "edited": list(one.edited),
        "shown": sorted(one.shown),
        "found": sorted(set(one.edited) & one.in_view),
        "tokens": one.tokens,
    }


def _share(gold: Sequence[str], shown: frozenset[str]) -> float:
    return len(set(gold) & shown) / len(gold)


def _mean(values: Any, digits: int = 4) -> float | None:
    numbers = [float(value) for value in values]
    return round(mean(numbers), digits) if numbers else None
