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
    edited: tuple[str, ...]  # files that existed, tests and documents included
    new: tuple[str, ...]  # files that did not exist yet and so could not be shown
    read: tuple[str, ...]
    shown: frozenset[str]  # with this prompt
    in_view: frozenset[str]  # with this prompt or an earlier one of the session
    opened: frozenset[str]  # read or edited before this prompt, since the last compaction
    tokens: int
    code_tokens: int
    ms: float
    capsule: frozenset[str]  # the files of the capsule that `get_context` would return
    is_first: bool = True  # of the session, or after a compaction


def summary(replayed: Sequence[ReplayedPrompt], budget: int) -> dict[str, Any]:
    """The figures, and each prompt with the files edited and shown."""
    return {
        "prompts": len(replayed),
        "sessions": len({one.prompt.session for one in replayed}),
        "with_edits": sum(bool(one.edited) for one in replayed),
        "recall": _recall([one for one in replayed if one.edited], budget),
        "silent": _silent([one for one in replayed if not one.shown], len(replayed)),
        "spoke": _spoke([one for one in replayed if one.shown]),
        "precision": precision(replayed),
        "precision_first": precision([one for one in replayed if one.is_first]),
        "precision_later": precision([one for one in replayed if not one.is_first]),
        "cost": _cost(replayed),
        "new_files": sum(len(one.new) for one in replayed),
        "each": [_prompt_value(one) for one in replayed],
    }


def precision(replayed: Sequence[ReplayedPrompt]) -> dict[str, Any]:
    """How many blocks and files that were shown were then opened, before the next prompt."""
    spoke = [one for one in replayed if one.shown]
    used = [len(one.shown & {*one.edited, *one.read}) for one in spoke]
    new = [len((one.shown & {*one.edited, *one.read}) - one.opened) for one in spoke]
    by_command = [bool(n) or _says(one.prompt.commands, one.shown) for n, one in zip(used, spoke, strict=True)]  # fmt: skip
    by_subagent = [bool(n) or _says(one.prompt.reports, one.shown) for n, one in zip(used, spoke, strict=True)]  # fmt: skip
    beyond = [any(_is_told(one, path) for path in one.shown) for one in spoke]
    files = sum(len(one.shown) for one in spoke)
    edited = [(path, one) for one in replayed for path in one.edited if path not in one.opened]
    tokens = [one.code_tokens for one in spoke]
    return {
        "prompts": len(replayed),
        "blocks": len(spoke),
        "block": _mean(map(bool, used)),
        "block_interval": interval(sum(map(bool, used)), len(spoke)),
        "block_new": _mean(map(bool, new)),
        "block_new_interval": interval(sum(map(bool, new)), len(spoke)),
        "block_beyond_prompt": _mean(beyond),
        "block_with_commands": _mean(by_command),
        "block_with_subagents": _mean(by_subagent),
        "item": round(sum(used) / files, 4) if files else None,
        "item_interval": interval(sum(used), files),
        "files_per_block": round(files / len(spoke), 2) if spoke else None,
        "newly_edited": len(edited),
        "newly_edited_named": _mean(path in one.shown for path, one in edited),
        "newly_edited_interval": interval(
            sum(path in one.shown for path, one in edited), len(edited)
        ),
        "tokens_median": median(tokens) if tokens else 0,
        "tokens_all": sum(tokens),
    }


def _is_told(one: ReplayedPrompt, path: str) -> bool:
    """Whether a file was opened that was not in view and that the prompt does not name."""
    is_new = path in {*one.edited, *one.read} and path not in one.opened
    return is_new and path.rpartition("/")[2].lower() not in one.prompt.text.lower()


def _says(text: str, paths: frozenset[str]) -> bool:
    """Whether a text names one of these files."""
    return any(path in text or f"/{path.rpartition('/')[2]}" in text for path in paths)


def interval(good: int, total: int) -> list[float] | None:
    """The 95 % interval of a share, by Wilson's formula."""
    if not total:
        return None
    z, share = 1.96, good / total
    middle = (share + z * z / (2 * total)) / (1 + z * z / total)
    half = z / (1 + z * z / total) * (share * (1 - share) / total + z * z / (4 * total**2)) ** 0.5
    return [round(middle - half, 4), round(middle + half, 4)]


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
