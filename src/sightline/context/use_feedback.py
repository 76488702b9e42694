"""How past use moves an item's score, and the estimate that a file will be opened.

Pure, and apart from ranking because every hook event loads it. An explicit rating counts for more
than an observed use.
"""

from __future__ import annotations

import math

from sightline.model.usage import Usage

# The assumed rate at which shown items are used, how many showings that prior counts for, and how
# many showings one explicit rating counts for.
USUAL, GUESSED, JUDGED = 0.15, 8.0, 6.0
LEAST_FACTOR, MOST_FACTOR = 0.4, 1.6
# A file that was named is expected to be opened this often, and one of the files of an injection: what
# the thresholds of `context.select` were chosen for. Each counts as if it had been seen so many times.
FILE_USED, SHOWINGS = 0.5, 4.0
INJECTION_USED, INJECTIONS = 0.65, 10.0
# The most by which the use in a project shifts its estimates, in log-odds.
MOST_SHIFT = 1.5


def use_factor(usage: Usage) -> float:
    """The factor of an item's score by its past use: 1 while nothing is known."""
    good = usage.used + JUDGED * usage.useful
    total = good + usage.unused + JUDGED * usage.useless
    rate = (good + USUAL * GUESSED) / (total + GUESSED)
    return float(min(MOST_FACTOR, max(LEAST_FACTOR, (rate / USUAL) ** 0.5)))


def file_shift(usage: Usage) -> float:
    """How far a file's past use shifts the estimate that it will be opened, in log-odds.

    0 while nothing is known; a file named often and never opened is not named again.
    """
    good = usage.used + JUDGED * usage.useful
    bad = usage.unused + JUDGED * usage.useless
    return min(MOST_SHIFT, _log_odds(good, bad, FILE_USED, SHOWINGS))


def project_shift(helped: int, not_helped: int) -> float:
    """The same for all files of a project, by how many injections had a file that was opened."""
    shift = _log_odds(helped, not_helped, INJECTION_USED, INJECTIONS)
    return max(-MOST_SHIFT, min(MOST_SHIFT, shift))


def _log_odds(good: float, bad: float, expected: float, prior: float) -> float:
    """The log-odds of use after these counts, less the expected ones."""
    used, unused = prior * expected, prior * (1 - expected)
    return math.log((good + used) / (bad + unused)) - math.log(used / unused)


# From how many turns on losses of the prompt cache are compared, and by how much of all turns more
# must be lost with our text than without it.
FEWEST_TURNS, MOST_MORE_LOST = 20, 0.1


def costs_cache(kept_with: int, lost_with: int, kept_without: int, lost_without: int) -> bool:
    """Whether turns with our text lose the prompt cache clearly more often than those without."""
    told, silent = kept_with + lost_with, kept_without + lost_without
    if told < FEWEST_TURNS or silent < FEWEST_TURNS:
        return False
    more = lost_with / told - lost_without / silent
    chance = (lost_with + lost_without) / (told + silent)
    spread = math.sqrt(chance * (1 - chance) * (1 / told + 1 / silent))
    return more > MOST_MORE_LOST and more > 2 * spread
