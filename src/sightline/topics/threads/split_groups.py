"""How a topic of several subjects could be split: by the files and the words its turns share."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

from sightline.model.session import FILE, PROMPT, Turn
from sightline.store import turns as store
from sightline.store.sqlite.database import Database
from sightline.topics.prompt_features import extract_features, reply_terms
from sightline.topics.threads.changes import TurnGroup
from sightline.topics.titles import title_of

MOST_GROUPS = 4
# A group needs so many prompts to be suggested; and so many if somebody asks how to split.
LEAST_PROMPTS, LEAST_ASKED = 3, 2
# So many prompts of which no two share anything are as many subjects.
ALL_DIFFERENT = 5
# Groups with less than this share in common stay apart; a file counts as so many words.
SIMILAR = 0.04
FILE_WEIGHT = 4.0


def proposed_groups(
    memory: Database, turns: Sequence[Turn], least: int = LEAST_PROMPTS
) -> list[TurnGroup]:
    """Two to four groups of a topic's turns, oldest first; none if it has one subject."""
    numbers = [turn.number for turn in turns if turn.role == PROMPT]
    things: dict[int, set[str]] = {number: set() for number in numbers}
    for touch in store.turn_touches(memory, numbers):
        if touch.kind == FILE:
            things[touch.turn].add(f"file {touch.key}")
    last = 0
    for turn in turns:
        if turn.role == PROMPT:
            last = turn.number
            things[last] |= set(extract_features(turn.text).terms)
        elif last:
            things[last] |= set(reply_terms(turn.text))
    members = _groups(numbers, things, least)
    if len(members) < 2:
        return []
    return [_turn_group(turns, group) for group in members]


def _groups(numbers: Sequence[int], things: Mapping[int, set[str]], least: int) -> list[list[int]]:
    """The prompts in groups, the most similar joined first: two are as similar as their prompts are.

    What only one prompt of a group shares with another group hardly joins them.
    """
    spread = Counter(thing for found in things.values() for thing in found)
    weights = {
        thing: (FILE_WEIGHT if thing.startswith("file ") else 1.0) / math.sqrt(count)
        for thing, count in spread.items()
    }
    groups = {number: [number] for number in numbers}
    # The similarities of all prompts of two groups, added up; groups are named by a prompt.
    sums = {
        (one, other): _similarity(things[one], things[other], weights)
        for one, other in combinations(sorted(numbers), 2)
    }

    def mean(pair: tuple[int, int]) -> float:
        return sums[pair] / (len(groups[pair[0]]) * len(groups[pair[1]]))

    while sums:
        best = max(sums, key=lambda pair: (mean(pair), -pair[0], -pair[1]))
        if mean(best) < SIMILAR:
            break
        one, other = best
        del sums[best]
        groups[one] += groups.pop(other)
        for third in groups:
            if third != one:
                sums[min(one, third), max(one, third)] += sums.pop(
                    (min(other, third), max(other, third))
                )
    return _large_groups(numbers, [sorted(group) for group in groups.values()], least)


def _similarity(one: set[str], other: set[str], weights: Mapping[str, float]) -> float:
    """The share of what two prompts have to do with that both have to do with."""
    both = sum(weights[thing] for thing in one & other)
    smaller = min(sum(weights[t] for t in one), sum(weights[t] for t in other))
    return both / smaller if smaller else 0.0


def _large_groups(numbers: Sequence[int], groups: list[list[int]], least: int) -> list[list[int]]:
    """The largest groups; a prompt of a small one stays with the prompt before it."""
    if len(groups) == len(numbers) >= ALL_DIFFERENT:
        least = 1
    large = sorted((g for g in groups if len(g) >= least), key=len, reverse=True)
    large = sorted(large[:MOST_GROUPS])
    place = {number: at for at, group in enumerate(large) for number in group}
    found: list[list[int]] = [[] for _ in large]
    current = 0
    for number in numbers if large else ():
        current = place.get(number, current)
        found[current].append(number)
    return found


def _turn_group(turns: Sequence[Turn], prompts: Sequence[int]) -> TurnGroup:
    """A group with its replies and a title."""
    wanted, members = set(prompts), []
    belongs = False
    for turn in turns:
        if turn.role == PROMPT:
            belongs = turn.number in wanted
        if belongs:
            members.append(turn)
    title = title_of([turn.text for turn in members if turn.role == PROMPT])
    return TurnGroup(title, [turn.number for turn in members])
