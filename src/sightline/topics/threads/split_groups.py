"""How a topic of several subjects could be split: by the files and the words its turns share."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from heapq import heapify, heappop, heappush
from itertools import combinations, pairwise
from typing import NamedTuple

from sightline.model.session import FILE, PROMPT, Turn
from sightline.store import turns as store
from sightline.store.sqlite.database import Database
from sightline.topics.naming.titles import title_of
from sightline.topics.prompts.prompt_features import extract_features, reply_terms

MOST_GROUPS = 4
# Groups of fewer prompts are proposed only if no two groups have anything in common.
LARGE = 3
# So many prompts of which no two share anything are as many subjects.
ALL_DIFFERENT = 5
# One prompt is a subject of its own if it, its reply and its files have so many words.
LEAST_WORDS = 3
# Groups with less than this share in common stay apart; a file counts as so many words.
SIMILAR = 0.04
FILE_WEIGHT = 4.0
# The next prompt is a little more likely to be about the same; more so if it begins like the next
# sentence of a conversation, less if it begins like a request of its own.
NEXT, JOINS, OPENS = 0.01, 0.02, 0.01


class TurnGroup(NamedTuple):
    """Turns of one topic that belong together, under a title."""

    title: str
    turns: Sequence[int]


class PromptThings(NamedTuple):
    """The words and files of one prompt and its replies; how it begins, if that tells something.

    `joins`: it may continue the prompt before; `opens`: it is like a request of its own;
    `continues`: it is no request without the prompt before.
    """

    number: int
    things: frozenset[str]
    joins: bool = False
    opens: bool = False
    continues: bool = False


def proposed_groups(memory: Database, title: str, turns: Sequence[Turn]) -> list[TurnGroup]:
    """Two to four groups of a topic's turns; none if it has one subject.

    The first one is what the topic's title names, with what is in none of the other groups; the
    others are in the order in which they began.
    """
    members = prompt_groups(_read_prompts(memory, turns))
    if len(members) < 2:
        return []
    groups = [_turn_group(turns, group) for group in members]
    named = groups.pop(group_named(title, groups, turns))
    largest = sorted(groups, key=lambda group: -len(group.turns))
    leaving = sorted(largest[: MOST_GROUPS - 1], key=lambda group: group.turns[0])
    rest = [number for group in largest[MOST_GROUPS - 1 :] for number in group.turns]
    return [TurnGroup(named.title, sorted((*named.turns, *rest))), *leaving]


def group_named(title: str, groups: Sequence[TurnGroup], turns: Sequence[Turn]) -> int:
    """Which of these groups the title of their topic names best; of equal ones the oldest."""
    texts = {turn.number: turn.text for turn in turns if turn.role == PROMPT}

    def fit(place: int) -> tuple[bool, float, int]:
        numbers = groups[place].turns
        prompts = [texts[number] for number in sorted(numbers) if number in texts]
        is_title = bool(prompts) and title_of(prompts) == title
        return is_title, share_named(title, numbers, turns), -min(numbers)

    return max(range(len(groups)), key=fit)


def share_named(title: str, numbers: Sequence[int], turns: Sequence[Turn]) -> float:
    """The share of the words of a title that the prompts among these turns say."""
    wanted = set(extract_features(title).terms)
    members = set(numbers)
    said = {
        term
        for turn in turns
        if turn.role == PROMPT and turn.number in members
        for term in extract_features(turn.text).terms
    }
    return len(wanted & said) / len(wanted) if wanted else 0.0


def _read_prompts(memory: Database, turns: Sequence[Turn]) -> list[PromptThings]:
    """The prompts among these turns, each with the words and files of its turn."""
    prompts = [turn for turn in turns if turn.role == PROMPT]
    things: dict[int, set[str]] = {turn.number: set() for turn in prompts}
    for touch in store.turn_touches(memory, list(things)):
        if touch.kind == FILE:
            things[touch.turn].add(f"file {touch.key}")
    last = 0
    for turn in turns:
        if turn.role == PROMPT:
            last = turn.number
        elif last:
            things[last].update(reply_terms(turn.text))
    found = []
    for turn in prompts:
        features = extract_features(turn.text)
        cues = features.cues
        continues = cues.joins or cues.is_short or features.is_trivial
        joins = continues or cues.refers > 0
        opens = cues.opens or cues.leaves or bool(features.tickets)
        words = things[turn.number].union(features.terms)
        found.append(PromptThings(turn.number, frozenset(words), joins, opens, continues))
    return found


def prompt_groups(prompts: Sequence[PromptThings]) -> list[list[int]]:
    """The prompts in groups, oldest first: two groups are as similar as their prompts are.

    What only one prompt of a group shares with another group hardly joins them.
    """
    similar = _similarities(prompts)
    bonuses = {
        (before.number, after.number): NEXT + JOINS * after.joins - OPENS * after.opens
        for before, after in pairwise(prompts)
    }
    groups = {prompt.number: [prompt.number] for prompt in prompts}
    # The similarities of all prompts of two groups, added up; groups are named by a prompt.
    sums = {pair: near + bonuses.get(pair, 0.0) for pair, near in similar.items()}

    def mean(pair: tuple[int, int]) -> float:
        return sums[pair] / (len(groups[pair[0]]) * len(groups[pair[1]]))

    # The most similar pairs first; one whose similarity changed since is skipped.
    waiting = [(-mean(pair), *pair) for pair in sums]
    heapify(waiting)
    while waiting:
        negative, one, other = heappop(waiting)
        if (one, other) not in sums or -negative != mean((one, other)):
            continue
        if -negative < SIMILAR:
            break
        del sums[one, other]
        groups[one] += groups.pop(other)
        for third in groups:
            if third != one:
                pair = min(one, third), max(one, third)
                sums[pair] += sums.pop((min(other, third), max(other, third)))
                heappush(waiting, (-mean(pair), *pair))
    members = [sorted(group) for group in groups.values()]
    if not _are_clear(prompts, members):
        members = [group for group in members if len(group) >= LARGE]
    return _with_strays(prompts, sorted(members))


def _similarities(prompts: Sequence[PromptThings]) -> dict[tuple[int, int], float]:
    """How similar each two prompts are."""
    spread = Counter(thing for prompt in prompts for thing in prompt.things)
    weights = {
        thing: (FILE_WEIGHT if thing.startswith("file ") else 1.0) / math.sqrt(count)
        for thing, count in spread.items()
    }
    ordered = sorted(prompts)
    sizes = {p.number: math.fsum(weights[thing] for thing in p.things) for p in ordered}
    return {
        (one.number, other.number): _share(one, other, weights, sizes)
        for one, other in combinations(ordered, 2)
    }


def _share(
    one: PromptThings,
    other: PromptThings,
    weights: Mapping[str, float],
    sizes: Mapping[int, float],
) -> float:
    """The share of what two prompts have to do with that both have to do with."""
    both = math.fsum(weights[thing] for thing in one.things & other.things)
    smaller = min(sizes[one.number], sizes[other.number])
    return both / smaller if smaller else 0.0


def _are_clear(prompts: Sequence[PromptThings], groups: Sequence[list[int]]) -> bool:
    """Whether the groups have nothing in common, so that even small ones are subjects."""
    if len(groups) == len(prompts) >= ALL_DIFFERENT:
        return True
    by_number = {prompt.number: prompt.things for prompt in prompts}
    first = prompts[0].number if prompts else 0
    alone = {p.number for p in prompts if _is_subject(p, is_first=p.number == first)}
    if not all(len(group) > 1 or group[0] in alone for group in groups):
        return False
    things = [frozenset().union(*(by_number[n] for n in group)) for group in groups]
    return all(one.isdisjoint(other) for one, other in combinations(things, 2))


def _is_subject(prompt: PromptThings, *, is_first: bool) -> bool:
    """Whether a prompt may be a subject alone: a request with files that says enough."""
    files = sum(1 for thing in prompt.things if thing.startswith("file "))
    says_enough = len(prompt.things) - files >= LEAST_WORDS
    return files > 0 and says_enough and (is_first or not prompt.continues)


def _with_strays(prompts: Sequence[PromptThings], groups: Sequence[list[int]]) -> list[list[int]]:
    """The groups with the prompts of no group: each stays with the prompt before it."""
    place = {number: at for at, group in enumerate(groups) for number in group}
    found: list[list[int]] = [[] for _ in groups]
    current = 0
    for prompt in prompts if groups else ():
        current = place.get(prompt.number, current)
        found[current].append(prompt.number)
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
