"""What is captured from labelled transcripts: how much of what is worth keeping, and what is not."""

from __future__ import annotations

import json
import pathlib
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from sightline.agents.transcript import read_steps
from sightline.memory.capture.captures import recognise

BYTES = 8_000_000


def capture(folder: pathlib.Path, *, verbose: bool = False) -> Iterable[dict[str, Any]]:
    """A keep counts if one record has all its tells, a drop if a record has most of its quote."""
    labels = json.loads((folder / "labels.json").read_text())
    kept: Counter[str] = Counter()
    total: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    records = 0
    for label in labels.values():
        texts = [_text(one) for one in recognise(read_steps(str(folder / label["file"]), BYTES))]
        records += len(texts)
        for keep in label["keep"]:
            total[keep["how"]] += 1
            if any(_tells(text, keep["tells"]) for text in texts):
                kept[keep["how"]] += 1
            elif verbose:
                print("missed", label["file"], keep["how"], keep["quote"])
        for drop in label["drop"]:
            words = set(_words(drop["quote"]))
            if any(len(words & set(_words(text))) > 0.6 * len(words) for text in texts):
                wrong[drop["why"]] += 1
                if verbose:
                    print("wrong", label["file"], drop["why"], drop["quote"])
    drops = sum(len(label["drop"]) for label in labels.values())
    yield {
        "set": "capture",
        "transcripts": len(labels),
        "records": records,
        "kept": sum(kept.values()),
        "of": sum(total.values()),
        "wrongly kept": sum(wrong.values()),
        "of drops": drops,
        "by how": {how: [kept[how], total[how]] for how in sorted(total)},
    }


def _text(capture: Any) -> str:
    return " ".join([capture.text, *(value for _, value in capture.fields)]).lower()


def _tells(text: str, tells: list[str]) -> bool:
    return all(any(word.lower() in text for word in tell.split("|")) for tell in tells)


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.lower())
