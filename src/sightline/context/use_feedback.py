"""What use teaches: how much an item rises or falls, and where a project's threshold stands.

Pure; the counts come from the store, the words of a person or an assistant weigh more than a look.
"""

from __future__ import annotations

from sightline.model.activity import Usage

# How often what is shown is used, before anything is known of it, and for how many showings
# that guess stands; one judgement counts as so many showings.
USUAL, GUESSED, JUDGED = 0.15, 8.0, 6.0
LEAST, MOST = 0.4, 1.6
# Where the threshold may stand: higher where nothing helped, lower where four of five did. What is
# only just above it helps less often than the rest, so half of all is no reason to say more.
HIGHEST, LOWEST, GOOD = 1.4, 0.9, 0.8
# After so many injections what was learned counts as much as the beginning.
SETTLED = 20.0


def factor(usage: Usage) -> float:
    """What the score of an item is multiplied by: 1 while nothing is known."""
    good = usage.used + JUDGED * usage.useful
    all_told = good + usage.unused + JUDGED * usage.useless
    rate = (good + USUAL * GUESSED) / (all_told + GUESSED)
    return float(min(MOST, max(LEAST, (rate / USUAL) ** 0.5)))


def threshold(helped: int, not_helped: int) -> float:
    """How sure code must be in a project, given in how many injections something was used."""
    told = helped + not_helped
    if not told:
        return 1.0
    share = min(1.0, helped / told / GOOD)
    aim = HIGHEST + (LOWEST - HIGHEST) * share
    return 1.0 + (aim - 1.0) * told / (told + SETTLED)
