"""Calibrates the estimates for code with the user's own past sessions in a project.

Their newest prompts are replayed: how often would a file that is named have been opened? The counts
are added to those of use (`store.usage`), which shift the estimates. Only counts are kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sightline.engine import Engine
from sightline.errors import SightlineError
from sightline.measure.replay import recent_prompts, replay_each
from sightline.measure.replay_summary import ReplayedPrompt
from sightline.model.frame import CODE
from sightline.store import usage
from sightline.store.usage import INJECTIONS

# How many of the newest transcripts are read, how many of their prompts are replayed, and how few
# say too little.
TRANSCRIPTS, PROMPTS, FEWEST = 20, 60, 10


def calibrate(engine: Engine) -> int:
    """Replay the user's newest prompts here and count what was opened; how many prompts.

    Done once for a project, and not if enough is known from use.
    """
    project = engine.project.id
    if usage.was_calibrated(engine.activity, project=project):
        return 0
    prompts = recent_prompts(engine.project.root, TRANSCRIPTS)[-PROMPTS:]
    replayed: list[ReplayedPrompt] = []
    if len(prompts) >= FEWEST:
        try:
            replayed = list(
                replay_each(engine.project.root, prompts, budget=0, progress=_say_nothing)
            )
        except SightlineError:
            replayed = []  # no git history to replay on
    now = engine.now()
    with engine.activity.transaction():
        usage.note_calibrated(engine.activity, project=project, prompts=len(replayed), now=now)
        for kind, counts in _counts(replayed).items():
            for key, used, unused in counts:
                usage.add(
                    engine.activity, kind, key, project=project, used=used, unused=unused, now=now
                )
    return len(replayed)


def _counts(replayed: Sequence[ReplayedPrompt]) -> dict[str, list[tuple[str, int, int]]]:
    """By kind: files, and injections with code; each with how often it was used and not."""
    opened: Counter[str] = Counter()
    ignored: Counter[str] = Counter()
    helped = spoken = 0
    for one in replayed:
        right = one.shown & {*one.edited, *one.read}
        opened.update(right)
        ignored.update(one.shown - right)
        helped += bool(right)
        spoken += bool(one.shown)
    files = [(path, opened[path], ignored[path]) for path in sorted(opened | ignored)]
    return {CODE: files, INJECTIONS: [(CODE, helped, spoken - helped)] if spoken else []}


def _say_nothing(phase: str, done: int, total: int) -> None:
    pass
