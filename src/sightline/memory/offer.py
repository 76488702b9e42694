"""Offers memories for a prompt, for files and for a command about to run: ranked items.

Nothing is written or chosen here; all offers compete for one budget later.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from sightline.memory.evidence import Evidence, Match, belief, evidence_of, is_far
from sightline.memory.memory_text import content_hash, record_text, summary
from sightline.memory.score import Score, match_strength, prompt_rank
from sightline.memory.search import QUICK, Scope, search, search_rows
from sightline.memory.standing import capped, is_told, most_specific
from sightline.memory.vocabulary import (
    MOST_KEYWORDS,
    asks_for_goals,
    command_likeness,
    command_words,
    count_matches,
    expansions,
    keywords,
    name_roots,
    quoted_command,
)
from sightline.model.frame import FACT, FAILURE, MEMORY, Item, LeftOut, Offer
from sightline.model.memory import (
    CLOSED,
    FRESH,
    KINDS,
    MOVED,
    NEEDS_REVIEW,
    STALE,
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
from sightline.text.synonyms import Alternatives, alternatives
from sightline.text.word_lists import is_chore, is_everyday
from sightline.text.word_root import root
from sightline.text.words import keyword_candidates

# Checks the links of a memory against the working tree.
CheckLinks = Callable[[Memory], tuple[LinkState, ...]]
# For a kind of items and their keys: the factor by which past use multiplies the score of some.
UseFactors = Callable[[str, Sequence[str]], Mapping[str, float]]

HOUR_MS = 3_600_000
MOST_CANDIDATES = 20
NEWEST = 20
# A memory that has at least this share of a prompt, by the rarity of its words, says what it asks.
COVERS = 0.6
# Besides the best match, only memories with this share of its score are told, and at most so many.
NEAR_BEST, MOST_TOLD = 0.6, 3
# A memory matches a prompt of chore words only if it has at most this many words per match.
WORDS_PER_CHORE = 12
# Kinds that are not offered for files, kinds that are offered for prompts, and the most items
# offered for files.
UNASKED = ("auto", "goal")
OFFERED = frozenset(KINDS) - {"auto"}
MOST_ABOUT_FILES = 4
# Added to the count of everyday words, so that every other word ranks as rarer.
EVERYDAY_COUNT = 1_000_000_000
DOUBT = {"": 1.0, FRESH: 1.0, MOVED: 1.0, NEEDS_REVIEW: 0.7, STALE: 0.5}
STANDING = ("pin", "fact", "convention", "architecture")
BELOW = "below the threshold"
NO_ROOM = "no room among the standing facts"
OFF_TOPIC = "covers too little of the prompt"


class Prompt(NamedTuple):
    """A prompt that memories are offered for."""

    project: str
    text: str
    now: int
    resumes: bool = False  # goes on with something earlier


def offer(
    database: Database,
    settings: Settings,
    prompt: Prompt,
    *,
    synonyms: Mapping[str, Sequence[str]] | None = None,
    similar: Mapping[int, float] | None = None,
    check_links: CheckLinks | None = None,
    use_factors: UseFactors | None = None,
) -> Offer:
    """The memories to offer for a prompt, best first, and those left out with the reason."""
    keywords = _PromptKeywords(database, settings, prompt, synonyms or {})
    candidates = _candidates(database, prompt, alternatives(prompt.text, synonyms), similar)
    minimum = settings.number("injection.minimum_score")
    linked = store.with_links(database, [one.row.number for one in candidates])
    memories = {memory.number: memory for memory in store.of_numbers(database, linked)}
    offered, left_out = [], []
    for row, match in candidates:
        if row.kind == "goal" and not keywords.asks_for_goals:
            continue
        memory = memories.get(row.number)
        states = check_links(memory) if memory is not None and check_links is not None else ()
        roots = keywords.roots_in(row)
        score = keywords.score(row, roots, states)
        standing = row.level == 0 and row.kind in STANDING
        reason = ""
        # What is clearly meant does not become too old to be said.
        said = match and belief(match.evidence, match.cosine) >= 0
        meant = said and not keywords.only_chores
        if not standing and not meant:
            share = match.evidence.share if match and not is_far(match.cosine) else 0.0
            covered = keywords.are_covered(roots, row.length, share)
            # Nor does what is linked to code that has not changed.
            lasts = bool(states) and worst(states) in (FRESH, MOVED)
            below = score.value < minimum and not lasts
            reason = BELOW if below else "" if covered else OFF_TOPIC
        if reason:
            left_out.append(LeftOut(MEMORY, row.id, score.value, reason, score.parts))
        else:
            offered.append(_Offered(row.number, score, states, standing))
    items = _items(database, offered, memories)
    items, no_room = capped(items)
    left_out += [LeftOut(FACT, item.key, item.score, NO_ROOM, item.parts) for item in no_room]
    if use_factors is not None:
        items = _by_use(items, use_factors)
    items.sort(key=lambda item: (-item.score, item.key))
    return Offer(items, left_out)


def standing_facts(database: Database, project: str, check_links: CheckLinks) -> list[Item]:
    """Project facts and pins, which every session has to know whatever it is about."""
    rows = memory_search.at_project_level(database, project)
    numbers = [row.number for row in rows if row.level == 0 and row.kind in STANDING]
    memories = [memory for memory in store.of_numbers(database, numbers) if is_told(memory)]
    memories.sort(key=lambda memory: (_rank(memory), -memory.created))
    items = [as_item(one, check_links(one), FACT, 1 / at) for at, one in enumerate(memories, 1)]
    return capped(items).items


def as_item(
    memory: Memory,
    states: Sequence[LinkState],
    kind: str = MEMORY,
    score: float = 0.0,
    parts: tuple[tuple[str, float], ...] = (),
    note: str = "",
) -> Item:
    """A memory as an item; its hash is the same whichever event sends it."""
    text = record_text(memory, states) + (f"\n  ({note})" if note else "")
    hash = digest(text + content_hash(memory), 8)
    return Item(kind, memory.id, text, score, hash, parts, short=summary(memory, states))


def _by_use(items: list[Item], use_factors: UseFactors) -> list[Item]:
    """The items with their scores multiplied by what past use taught about them."""
    kinds = dict.fromkeys(item.kind for item in items)
    factors = {
        kind: use_factors(kind, [item.key for item in items if item.kind == kind]) for kind in kinds
    }
    weighted = []
    for item in items:
        factor = factors[item.kind].get(item.key, 1.0)
        if factor != 1.0:
            parts = (*item.parts, ("use", factor))
            item = item._replace(score=item.score * factor, parts=parts)
        weighted.append(item)
    return weighted


class _PromptKeywords:
    """The keywords of a prompt, and how a memory scores on them."""

    def __init__(
        self,
        database: Database,
        settings: Settings,
        prompt: Prompt,
        synonyms: Mapping[str, Sequence[str]],
    ) -> None:
        self.settings = settings
        self.prompt = prompt
        self.recency_days = settings.number("injection.recency_days")
        words = keyword_candidates(prompt.text)
        self.asks_for_goals = asks_for_goals(words)
        counts = memory_search.counts(database, {root(word) for word in words})
        frequencies = {word: counts.get(root(word), 0) for word in words}
        # Everyday words rank behind all others, and are keywords only where a memory has them.
        everyday = {word for word in words if is_everyday(word)}
        able = [word for word in words if word not in everyday or frequencies[word]]
        ranks = {
            word: count + EVERYDAY_COUNT * (word in everyday) for word, count in frequencies.items()
        }
        chosen = keywords(able or words, ranks)
        self.word_count = min(len(words), MOST_KEYWORDS)
        self.expansions = expansions(chosen, synonyms)
        self.roots: frozenset[str] = frozenset().union(*self.expansions)
        # The keywords that are not everyday words.
        distinctive = {word: at for at, word in enumerate(chosen) if word not in everyday}
        self.distinctive = [self.expansions[at] for at in distinctive.values()]
        self.only_chores = all(map(is_chore, distinctive))
        self._weights: dict[str, float] = {}

    def roots_in(self, row: SearchRow) -> frozenset[str]:
        """The roots of the keywords that a memory has."""
        return self.roots.intersection(row.words.split(" "))

    def are_covered(self, roots: frozenset[str], length: int, share: float) -> bool:
        """Whether a memory of this many words with these roots covers nearly all of the prompt.

        By the rarity of its words the memory covers this `share` of the prompt. Everyday words do
        not count. Two keywords must match, or one that is what the prompt is about. Words of chores
        ("update the docs") could be said of anything: one of them matches only if the prompt says
        nothing else, and several only in a memory that is about them.
        """
        if share < COVERS:
            return False
        matches = count_matches(self.distinctive, roots)
        if matches >= 2:
            return not self.only_chores or length <= WORDS_PER_CHORE * matches
        distinctive = len(self.distinctive)
        return matches == 1 and (
            self.word_count == 1
            if self.only_chores
            else distinctive <= 2 and 2 * distinctive >= self.word_count
        )

    def score(self, row: SearchRow, roots: frozenset[str], states: tuple[LinkState, ...]) -> Score:
        """The prompt rank of a memory, lowered when the code it is about changed."""
        matches = count_matches(self.expansions, roots)
        same = bool(self.prompt.project) and row.project == self.prompt.project
        ratio = match_strength(matches, len(self.expansions), same_project=same)
        age = self.prompt.now - row.confirmed
        hours = age / HOUR_MS if age > 0 else 0.0
        score = prompt_rank(self.weight_of(row.kind), hours, ratio, self.recency_days)
        doubt = STALE if row.stale else worst(states)
        factor = DOUBT[doubt]
        if factor == 1.0:
            return score
        return Score(score.value * factor, (*score.parts, (doubt, factor)))

    def weight_of(self, kind: str) -> float:
        """The weight of memories of this kind."""
        weight = self._weights.get(kind)
        if weight is None:
            row = KINDS[kind]
            name = f"injection.weights.{row.source}"
            weight = self.settings.number(name) if row.source else row.weight
            self._weights[kind] = weight
        return weight


class WeighedMatch(NamedTuple):
    """A memory that matches a prompt, with what speaks for it."""

    row: SearchRow
    evidence: Evidence
    cosine: float | None  # of its meaning, if that is known


class _Candidate(NamedTuple):
    """A memory worth scoring, and its match where the search found it."""

    row: SearchRow
    match: WeighedMatch | None


def weighed_matches(
    database: Database, prompt: Prompt, others: Alternatives, similar: Mapping[int, float] | None
) -> list[WeighedMatch]:
    """The few memories that match a prompt best."""
    matches = search_rows(
        database,
        prompt.text,
        now=prompt.now,
        scope=Scope(tuple(dict.fromkeys((prompt.project, "")))),
        accept=lambda row: row.status not in CLOSED and row.kind in OFFERED,
        limit=MOST_CANDIDATES,
        effort=QUICK,
        others=others,
        similar=similar,
    )
    # What is far below the best match is not told beside it (ruling 80).
    best = matches[0].hit.score if matches else 0.0
    matches = [match for match in matches if match.hit.score >= NEAR_BEST * best][:MOST_TOLD]
    names = name_roots(prompt.text)
    weighed = []
    for hit, row in matches:
        resumes = prompt.resumes and row.kind == "handoff"
        match = Match(hit, resumes, len(names.intersection(row.words.split(" "))))
        weighed.append(WeighedMatch(row, evidence_of(match, similar), hit.cosine))
    return weighed


def _candidates(
    database: Database, prompt: Prompt, others: Alternatives, similar: Mapping[int, float] | None
) -> list[_Candidate]:
    """The memories worth scoring: those about the project, then those that match the prompt."""
    rows = {row.number: row for row in memory_search.at_project_level(database, prompt.project)}
    matches = {
        match.row.number: match for match in weighed_matches(database, prompt, others, similar)
    }
    for number, match in matches.items():
        rows.setdefault(number, match.row)
    return [_Candidate(row, matches.get(number)) for number, row in rows.items()]


class _Offered(NamedTuple):
    """A memory that is offered."""

    number: int
    score: Score
    states: tuple[LinkState, ...]
    standing: bool


def _items(
    database: Database, offered: Sequence[_Offered], memories: Mapping[int, Memory]
) -> list[Item]:
    """The offered memories as items; `memories` has those that were read already."""
    missing = [one.number for one in offered if one.number not in memories]
    read = {memory.number: memory for memory in store.of_numbers(database, missing)}
    by_number = {**memories, **read}
    told = [one for one in offered if is_told(by_number[one.number])]
    told.sort(key=lambda one: (_rank(by_number[one.number]), -one.score.value))
    notes = most_specific(database, [by_number[one.number] for one in told])
    return [
        _item(by_number[one.number], one.score, one.states, one.standing, notes[one.number])
        for one in told
        if one.number in notes
    ]


def _rank(memory: Memory) -> tuple[bool, bool]:
    """One's own come before what others share, so that nobody's facts push out one's own."""
    return memory.source.startswith("shared"), not memory.immutable


def _item(
    memory: Memory,
    score: Score,
    states: Sequence[LinkState],
    standing: bool = False,
    note: str = "",
) -> Item:
    kind = FACT if standing else FAILURE if memory.kind == "failure" else MEMORY
    return as_item(memory, states, kind, score.value, score.parts, note)


def about_files(
    database: Database, project: str, files: Sequence[str], now: int, *, check_links: CheckLinks
) -> list[Item]:
    """Memories about these files or symbols in them, the newest first."""
    items = []
    for memory in store.of_numbers(database, store.linked_to_paths(database, files, limit=NEWEST)):
        if memory.kind in UNASKED or memory.status in CLOSED or memory.project not in (project, ""):
            continue
        if not is_told(memory):
            continue
        states = check_links(memory)
        doubt = DOUBT[STALE if memory.stale else worst(states)]
        recency = _recency(memory, now)
        score = Score(recency * doubt, (("recency", recency), ("still true", doubt)))
        items.append(_item(memory, score, states))
    items.sort(key=lambda item: (-item.score, item.key))
    return items[:MOST_ABOUT_FILES]


def known_failures(
    database: Database, project: str, command: str, files: Sequence[str], now: int
) -> list[Item]:
    """Failures of this command, or of changes to these files, with the way that worked."""
    items = []
    scope = Scope(tuple(dict.fromkeys((project, ""))), ("failure",))
    words = command_words(command)
    hits = search(database, command, now=now, scope=scope, effort=QUICK)
    numbers = dict.fromkeys(hit.number for hit in hits)
    if files:
        numbers |= dict.fromkeys(store.linked_to_paths(database, files, limit=NEWEST))
    for memory in store.of_numbers(database, list(numbers)):
        if memory.kind != "failure" or memory.status != "active":
            continue
        failed_command = str(memory.fields.get("command") or quoted_command(memory.text))
        likeness = command_likeness(words, command_words(failed_command))
        touched = any(link.path in files for link in memory.links)
        if likeness >= 0.6 or (touched and not words):
            recency = _recency(memory, now)
            same = max(likeness, 0.6)
            score = Score(same * recency, (("same command", same), ("recency", recency)))
            items.append(_item(memory, score, ()))
    items.sort(key=lambda item: (-item.score, item.key))
    return items


def _recency(memory: Memory, now: int) -> float:
    """How new a memory is: 1 now, half after thirty days."""
    return 1 / (1 + max(0, now - memory.created) / (30 * 24 * HOUR_MS))
