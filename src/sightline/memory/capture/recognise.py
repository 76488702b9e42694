"""Recognising in a session what is worth keeping, by plain rules and no model call.

Few and good: what the person decided, what failed and what put it right, causes that were found.
Everything found is marked as captured, with the rule and the place.
"""

from __future__ import annotations

from collections.abc import Sequence

from sightline.memory.capture.captured import Captured
from sightline.memory.capture.decisions import answers, directives, plans
from sightline.memory.capture.failures import fixes, miscalls
from sightline.memory.capture.findings import causes, commits
from sightline.model.transcript_step import Step

RULES = (miscalls, fixes, plans, answers, directives, causes, commits)


def capture(steps: Sequence[Step]) -> list[Captured]:
    """Everything worth keeping in these steps, rule by rule, each thing once."""
    found: dict[tuple[str, str], Captured] = {}
    for rule in RULES:
        for one in rule(steps):
            found.setdefault((one.kind, one.text.lower()), one)
    return list(found.values())
