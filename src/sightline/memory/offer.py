"""What memories have to say to a prompt, a tool call or a command about to run: ranked items.

Nothing is written and nothing chosen; whether an item is shown is decided with all others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from sightline.memory.draft import content_hash
from sightline.memory.memory_text import record_text, summary
from sightline.memory.prompt_keywords import (
    MOST_KEYWORDS,
    asks_for_goals,
    count_matches,
    expansions,
    keywords,
)
from sightline.memory.score import Score, match_strength, prompt_rank
from sightline.memory.search import QUICK, Scope, search, search_rows
from sightline.model.frame import FACT, FAILURE, MEMORY, Item, LeftOut
from sightline.model.memory import (
    CLOSED,
    FRESH,
    KINDS,
    MOVED,
    NEEDS_REVIEW,
    STALE,
    Link,
    LinkState,
    Memory,
    worst,
)
from sightline.settings.load import Settings
from sightline.store import memory as store
from sightline.store import memory_search
from sightline.store.memory_search import SearchRow
from sightline.store.sqlite.database import Database
from sightline.text.hashing import digest
from sightline.text.word_lists import is_chore, is_everyday
from sightline.text.word_root import root
from sightline.text.words import keyword_candidates

States = Callable[[Memory], tuple[LinkState, ...]]
Uses = Callable[[str, Sequence[str]], Mapping[str, float]]

HOUR_MS = 3_600_000
MOST_CANDIDATES = 20
NEWEST = 20
# How much of a prompt, by the rarity of its words, a memory must cover to be worth showing.
LEAST_SHARE = 0.3
SINGLE_SHARE = 0.5
LINKED = 0.2
# A memory about a chore has no more words than this for each that is the chore's.
AROUND_CHORES = 12
# Kinds that are told when they are asked for, and how many are told of files at once.
UNASKED = ("auto", "goal")
ASKED = frozenset(KINDS) - {"auto"}
MOST_ABOUT = 4
# Added to how often an everyday word occurs, so that all others are rarer.
AFTER = 1_000_000_000
DOUBT = {"": 1.0, FRESH: 1.0, MOVED: 1.0, NEEDS_REVIEW: 0.7, STALE: 0.5}
STANDING = ("pin", "fact", "convention", "architecture")
BELOW = "below the threshold"
OFF_TOPIC = "covers too little of the prompt"


def offer(
    database: Database,
    project: str,
    prompt: str,
    settings: Settings,
    now: int,
    *,
    symbols: Sequence[str] = (),
    synonyms: Mapping[str, Sequence[str]] | None = None,
    states: States | None = None,
    project_only: bool = False,
    uses: Uses | None = None,
) -> tuple[list[Item], list[LeftOut]]:
    """What to offer to a prompt, best first, and what was left out and why.

    `symbols` are qualified names the prompt is about; `states` verifies the links of a memory;
    `project_only` also offers the project's newest records when no keyword matches (LO-9); `uses`
    says by which factor what became of them before multiplies the items of a kind.
    """
    asked = _Question(database, prompt, settings, synonyms or {})
    text = f"{' '.join(asked.synonyms)} {prompt}" if asked.synonyms else prompt
    candidates = _candidates(database, project, text, symbols, now, project_only)
    least = settings.number("injection.minimum_score")
    linked = store.with_links(database, [found.number for found, _ in candidates])
    whole = {memory.number: memory for memory in store.of_numbers(database, linked)}
    offered, left_out = [], []
    for found, share in candidates:
        if found.kind == "goal" and not asked.goals:
            continue
        memory = whole.get(found.number)
        judged = states(memory) if memory is not None and states is not None else ()
        links = memory.links if memory is not None else ()
        words = asked.words_of(found)
        score = asked.score(found, words, project, symbols, links, judged, now)
        standing = found.level == 0 and found.kind in STANDING
        reason = ""
        if not standing:
            covered = project_only or asked.meets(words, found.length, share)
            reason = BELOW if score.value < least else "" if covered else OFF_TOPIC
        if reason:
            left_out.append(LeftOut(MEMORY, found.id, score.value, reason, score.parts))
        else:
            offered.append((found.number, score, judged, standing))
    items = _items(database, offered, whole)
    if uses is not None:
        items = _by_use(items, uses)
    items.sort(key=lambda item: (-item.score, item.key))
    return items, left_out


def standing_facts(database: Database, project: str, states: States) -> list[Item]:
    """Project facts and pins, whatever is asked: what every session has to know."""
    rows = memory_search.at_project_level(database, project)
    numbers = [row.number for row in rows if row.level == 0 and row.kind in STANDING]
    return [as_item(memory, states(memory), FACT) for memory in store.of_numbers(database, numbers)]


def as_item(
    memory: Memory,
    states: Sequence[LinkState],
    kind: str = MEMORY,
    score: float = 0.0,
    parts: tuple[tuple[str, float], ...] = (),
) -> Item:
    """A memory as it is sent, by whichever event: so that it is known again."""
    text = record_text(memory, states)
    seal = digest(text + content_hash(memory), 8)
    return Item(kind, memory.id, text, score, seal, parts, short=summary(memory, states))


def _by_use(items: list[Item], uses: Uses) -> list[Item]:
    found = []
    factors = {kind: uses(kind, [i.key for i in items if i.kind == kind]) for kind in _kinds(items)}
    for item in items:
        factor = factors[item.kind].get(item.key, 1.0)
        if factor != 1.0:
            parts = (*item.parts, ("use", factor))
            item = item._replace(score=item.score * factor, parts=parts)
        found.append(item)
    return found


def _kinds(items: list[Item]) -> list[str]:
    return list(dict.fromkeys(item.kind for item in items))


class _Question:
    """The keywords of a prompt and how a memory scores on them."""

    def __init__(
        self,
        database: Database,
        prompt: str,
        settings: Settings,
        synonyms: Mapping[str, Sequence[str]],
    ) -> None:
        self.settings = settings
        self.recency_days = settings.number("injection.recency_days")
        words = keyword_candidates(prompt)
        self.goals = asks_for_goals(words)
        counts = memory_search.counts(database, {root(word) for word in words})
        frequencies = {word: counts.get(root(word), 0) for word in words}
        # What is said around a subject comes after it, and is no keyword where no memory has it.
        talk = {word for word in words if is_everyday(word)}
        able = [word for word in words if word not in talk or frequencies[word]]
        ranks = {word: count + AFTER * (word in talk) for word, count in frequencies.items()}
        self.keywords = keywords(able or words, ranks)
        self.said = min(len(words), MOST_KEYWORDS)
        self.wanted = expansions(self.keywords, synonyms)
        self.roots: frozenset[str] = frozenset().union(*self.wanted)
        # What else is looked for, since it means the same.
        self.synonyms = tuple(
            other
            for word in self.keywords
            for other in synonyms.get(root(word), ())
            if other != word
        )
        telling = {word: at for at, word in enumerate(self.keywords) if word not in talk}
        self.telling = [self.wanted[at] for at in telling.values()]
        self._only_chores = all(map(is_chore, telling))
        self._weights: dict[str, float] = {}

    def words_of(self, found: SearchRow) -> frozenset[str]:
        """What of the roots that are asked for a memory has."""
        return self.roots.intersection(found.words.split(" "))

    def meets(self, words: frozenset[str], length: int, share: float) -> bool:
        """Whether enough of what the prompt is about stands in the memory, which is so many words.

        By the rarity of its words the memory covers this `share` of the prompt.

        Everyday words do not count. Two words must meet, or one that is what the prompt is about;
        of a chore ("update the docs") one could be said of anything, unless it is all that is said,
        and two stand in any long text: the memory must be about them.
        """
        if share < LEAST_SHARE:
            return False
        matches = count_matches(self.telling, words)
        if matches < 2 and share < SINGLE_SHARE:
            return False
        if matches >= 2:
            return not self._only_chores or length <= AROUND_CHORES * matches
        told = len(self.telling)
        asked = self.said
        return matches == 1 and (
            asked == 1 if self._only_chores else told <= 2 and 2 * told >= asked
        )

    def score(
        self,
        found: SearchRow,
        words: frozenset[str],
        project: str,
        symbols: Sequence[str],
        links: Sequence[Link],
        states: tuple[LinkState, ...],
        now: int,
    ) -> Score:
        """The prompt rank of a memory, with what speaks for and against it."""
        matches = count_matches(self.wanted, words)
        same = bool(project) and found.project == project
        ratio = match_strength(matches, len(self.wanted), same_project=same)
        hours = (now - found.created) / HOUR_MS if now > found.created else 0.0
        score = prompt_rank(self.weight_of(found.kind), hours, ratio, self.recency_days)
        doubt = STALE if found.stale else worst(states)
        linked = symbols and any(link.name in symbols for link in links)
        if DOUBT[doubt] == 1.0 and not linked:
            return score
        value, parts = score.value * DOUBT[doubt], score.parts
        if DOUBT[doubt] != 1.0:
            parts = (*parts, (doubt, DOUBT[doubt]))
        if linked:
            value, parts = value + LINKED, (*parts, ("linked symbol", LINKED))
        return Score(value, parts)

    def weight_of(self, kind: str) -> float:
        """What a memory of this kind weighs."""
        weight = self._weights.get(kind)
        if weight is None:
            row = KINDS[kind]
            name = f"injection.weights.{row.source}"
            weight = self.settings.number(name) if row.source else row.weight
            self._weights[kind] = weight
        return weight


def _candidates(
    database: Database,
    project: str,
    prompt: str,
    symbols: Sequence[str],
    now: int,
    project_only: bool,
) -> list[tuple[SearchRow, float]]:
    """The memories worth scoring, each with the share of the prompt it covers."""
    projects = tuple(dict.fromkeys((project, "")))
    shares: dict[int, float] = {}
    hits = search_rows(
        database,
        prompt,
        now=now,
        scope=Scope(projects),
        accept=lambda row: row[10] not in CLOSED and row[9] in ASKED,
        limit=MOST_CANDIDATES,
        effort=QUICK,
    )
    rows = {hit.number: row for hit, row in hits}
    for hit, _ in hits:
        shares[hit.number] = hit.share
    for number in store.linked_to_names(database, symbols, limit=NEWEST) if symbols else ():
        shares[number] = 1.0
    if project_only:
        for number in store.newest(database, [project], limit=NEWEST):
            shares.setdefault(number, 0.0)
    standing = {row.number: row for row in memory_search.at_project_level(database, project)}
    wanted = dict.fromkeys([*standing, *shares])
    rows |= standing
    rows |= {
        row.number: row
        for row in memory_search.rows_of(database, [n for n in wanted if n not in rows])
    }
    found = [rows[number] for number in wanted if number in rows]
    return [
        (one, shares.get(one.number, 0.0))
        for one in found
        if one.number in standing
        or (one.kind in ASKED and one.status not in CLOSED and one.project in projects)
    ]


def _items(
    database: Database,
    offered: list[tuple[int, Score, tuple[LinkState, ...], bool]],
    whole: dict[int, Memory],
) -> list[Item]:
    """What is offered as it is sent; `whole` has those that are about code."""
    missing = [one[0] for one in offered if one[0] not in whole]
    whole |= {memory.number: memory for memory in store.of_numbers(database, missing)}
    return [
        _item(whole[number], score, judged, standing) for number, score, judged, standing in offered
    ]


def _item(
    memory: Memory, score: Score, states: Sequence[LinkState], standing: bool = False
) -> Item:
    kind = FACT if standing else FAILURE if memory.kind == "failure" else MEMORY
    return as_item(memory, states, kind, score.value, score.parts)


def about_files(
    database: Database, project: str, files: Sequence[str], now: int, *, states: States
) -> list[Item]:
    """What is kept about these files or what stands in them, the newest first."""
    items = []
    for memory in store.of_numbers(database, store.linked_to_paths(database, files, limit=NEWEST)):
        if memory.kind in UNASKED or memory.status in CLOSED or memory.project not in (project, ""):
            continue
        found = states(memory)
        doubt = DOUBT[STALE if memory.stale else worst(found)]
        recency = 1 / (1 + max(0, now - memory.created) / (30 * 24 * HOUR_MS))
        score = Score(recency * doubt, (("recency", recency), ("still true", doubt)))
        items.append(_item(memory, score, found))
    items.sort(key=lambda item: (-item.score, item.key))
    return items[:MOST_ABOUT]


def known_failures(
    database: Database, project: str, command: str, files: Sequence[str], now: int
) -> list[Item]:
    """What went wrong before when this command ran, or these files were changed, and the way out."""
    items = []
    scope = Scope(tuple(dict.fromkeys((project, ""))), ("failure",))
    wanted = command_words(command)
    numbers = {
        hit.number: 0.0 for hit in search(database, command, now=now, scope=scope, effort=QUICK)
    }
    if files:
        numbers |= dict.fromkeys(store.linked_to_paths(database, files, limit=NEWEST), 0.0)
    for memory in store.of_numbers(database, list(numbers)):
        if memory.kind != "failure" or memory.status != "active":
            continue
        share = alike(wanted, command_words(str(memory.fields.get("command", ""))))
        touched = any(link.path in files for link in memory.links)
        if share >= 0.6 or (touched and not wanted):
            recency = 1 / (1 + max(0, now - memory.created) / (30 * 24 * HOUR_MS))
            same = max(share, 0.6)
            score = Score(same * recency, (("same command", same), ("recency", recency)))
            items.append(_item(memory, score, ()))
    items.sort(key=lambda item: (-item.score, item.key))
    return items


def command_words(command: str) -> tuple[str, ...]:
    """A command without what differs between runs: numbers, quoted text, settings before it."""
    before = re.compile(r"^(?:\s*(?:cd\s+\S+\s*(?:&&|;)|\w+=\S*)\s*)+")
    command = before.sub("", command.strip()).partition("\n")[0]
    command = re.compile(r"\"[^\"]*\"|'[^']*'|\d+|(?<= )-C \S+").sub("", command)
    return tuple(re.compile(r"[^\s|;&<>()=]+").findall(command))[:12]


def alike(one: Sequence[str], other: Sequence[str]) -> float:
    """How much two commands have in common; those of different programs nothing."""
    if not one or not other or one[0] != other[0]:
        return 0.0
    first, second = set(one), set(other)
    return len(first & second) / len(first | second)
