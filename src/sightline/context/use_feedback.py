"""How past use moves an item's score and a project's threshold for showing code.

Pure, and apart from ranking because every hook event loads it. An explicit rating counts for more
than an observed use.
"""

from __future__ import annotations

from sightline.model.activity import Usage

# The assumed rate at which shown items are used, how many showings that prior counts for, and how
# many showings one explicit rating counts for.
USUAL, GUESSED, JUDGED = 0.15, 8.0, 6.0
LEAST_FACTOR, MOST_FACTOR = 0.4, 1.6
# The bounds of a project's threshold: highest where no injection helped, lowest where this share
# did. Items just above the threshold help least often, so a share of half must not lower it.
HIGHEST_THRESHOLD, LOWEST_THRESHOLD, GOOD = 1.4, 0.9, 0.8
# After this many injections, what was learned counts as much as the initial threshold.
SETTLED = 20.0


def use_factor(usage: Usage) -> float:
    """The factor of an item's score by its past use: 1 while nothing is known."""
    good = usage.used + JUDGED * usage.useful
    total = good + usage.unused + JUDGED * usage.useless
    rate = (good + USUAL * GUESSED) / (total + GUESSED)
    return float(min(MOST_FACTOR, max(LEAST_FACTOR, (rate / USUAL) ** 0.5)))


def threshold(helped: int, not_helped: int) -> float:
    """How confident code must be to be shown, by how many injections had an item that was used."""
    injections = helped + not_helped
    if not injections:
        return 1.0
    share = min(1.0, helped / injections / GOOD)
    aim = HIGHEST_THRESHOLD + (LOWEST_THRESHOLD - HIGHEST_THRESHOLD) * share
    return 1.0 + (aim - 1.0) * injections / (injections + SETTLED)
