"""What memories have to say to a prompt, a tool call or a command about to run: ranked items.

Nothing is written and nothing chosen; whether an item is shown is decided with all others.
"""

from __future__ import annotations

from sightline.lean.patterns import pattern
from sightline.memory.draft import content_hash
from sightline.memory.keywords import asks_for_goals, count_matches, expansions, keywords
from sightline.memory.layout import record_text, summary
from sightline.memory.score import Features, Score, lore_rank, match_strength
from sightline.memory.search import QUICK, Scope, search
from sightline.memory.terms import search_words
from sightline.model.frame import FACT, FAILURE, MEMORY, Item, LeftOut
from sightline.model.memory import CLOSED, FRESH, KINDS, MOVED, NEEDS_REVIEW, STALE, worst
from sightline.store import memory as store
from sightline.store import recall
from sightline.text.everyday import is_everyday
from sightline.text.hashing import digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sightline.model.memory import LinkState, Memory
    from sightline.settings import Settings
    from sightline.store.database import Database

    States = Callable[[Memory], tuple[LinkState, ...]]
    Uses = Callable[[str, Sequence[str]], Mapping[str, float]]

HOUR_MS = 3_600_000
MOST_CANDIDATES = 20
NEWEST = 20
# How much of a prompt, by the rarity of its words, a memory must cover to be worth showing.
LEAST_SHARE = 0.3
LINKED = 0.2
# Kinds that are told when they are asked for, and how many are told of files at once.
UNASKED = ("auto", "goal")
MOST_ABOUT = 4
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
    memories = _candidates(database, project, text, symbols, now, project_only)
    asked.read(database, memories)
    items, left_out = [], []
    for memory, share in memories:
        if memory.kind == "goal" and not asks_for_goals(prompt):
            continue
        found = states(memory) if states is not None and memory.links else ()
        score = asked.score(memory, project, symbols, found, now)
        standing = memory.level == 0 and memory.kind in STANDING
        reason = ""
        if not standing:
            covered = project_only or (share >= LEAST_SHARE and asked.meets(memory))
            reason = _refusal(score, settings, covered=covered)
        if reason:
            left_out.append(LeftOut(MEMORY, memory.id, score.value, reason, score.parts))
            continue
        items.append(_item(memory, score, found, standing=standing))
    if uses is not None:
        items = _by_use(items, uses)
    items.sort(key=lambda item: (-item.score, item.key))
    return items, left_out


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
        from sightline.text.root import root
        from sightline.text.words import keyword_candidates

        self.settings = settings
        words = keyword_candidates(prompt)
        counts = recall.counts(database, {root(word) for word in words})
        self.keywords = keywords(prompt, {word: counts.get(root(word), 0) for word in words})
        self.wanted = expansions(self.keywords, synonyms)
        # What else is looked for, since it means the same.
        self.synonyms = tuple(
            other
            for word in self.keywords
            for other in synonyms.get(root(word), ())
            if other != word
        )
        self.telling = [
            forms
            for word, forms in zip(self.keywords, self.wanted, strict=True)
            if not is_everyday(word)
        ]
        self._words: dict[int, set[str]] = {}

    def read(self, database: Database, memories: Sequence[tuple[Memory, float]]) -> None:
        """Read the words of memories as the search keeps them."""
        numbers = [memory.number for memory, _ in memories]
        for number, words in recall.words_of(database, numbers):
            self._words[number] = set(words.split(" "))

    def words_of(self, memory: Memory) -> set[str]:
        """The roots a memory has, made once."""
        words = self._words.get(memory.number)
        if words is None:
            words = self._words[memory.number] = set(search_words(memory).words.split(" "))
        return words

    def meets(self, memory: Memory) -> bool:
        """Whether enough of what the prompt is about stands in the memory.

        Everyday words do not count. Two words must meet, or one that is what the prompt is about.
        """
        matches = count_matches(self.telling, self.words_of(memory))
        if matches >= 2:
            return True
        told = len(self.telling)
        return matches == 1 and told <= 2 and 2 * told >= len(self.keywords)

    def score(
        self,
        memory: Memory,
        project: str,
        symbols: Sequence[str],
        states: Sequence[LinkState],
        now: int,
    ) -> Score:
        """The prompt rank of a memory, with what speaks for and against it."""
        words = self.words_of(memory)
        kind = KINDS[memory.kind]
        name = f"injection.weights.{kind.source}"
        weight = self.settings.number(name) if kind.source else kind.weight
        matches = count_matches(self.wanted, words)
        same = bool(project) and memory.project == project
        features = Features(
            source_weight=weight,
            keyword_ratio=match_strength(matches, len(self.wanted), same_project=same),
            age_hours=max(0.0, (now - memory.created) / HOUR_MS),
        )
        score = lore_rank(features, self.settings.number("injection.recency_days"))
        doubt = STALE if memory.stale else worst(tuple(states))
        value = score.value * DOUBT[doubt]
        parts = score.parts if DOUBT[doubt] == 1.0 else (*score.parts, (doubt, DOUBT[doubt]))
        if symbols and any(link.name in symbols for link in memory.links):
            value, parts = value + LINKED, (*parts, ("linked symbol", LINKED))
        return Score(value, parts)


def _candidates(
    database: Database,
    project: str,
    prompt: str,
    symbols: Sequence[str],
    now: int,
    project_only: bool,
) -> list[tuple[Memory, float]]:
    """The memories worth scoring, each with the share of the prompt it covers."""
    projects = tuple(dict.fromkeys((project, "")))
    kinds = tuple(name for name in KINDS if name != "auto")
    shares: dict[int, float] = {}
    hits = search(
        database,
        prompt,
        now=now,
        scope=Scope(projects),
        accept=lambda row: row[10] not in CLOSED and row[9] in kinds,
        limit=MOST_CANDIDATES,
        effort=QUICK,
    )
    for hit in hits:
        shares[hit.number] = hit.share
    for number in store.linked_to_names(database, symbols, limit=NEWEST) if symbols else ():
        shares[number] = 1.0
    if project_only:
        for number in store.newest(database, [project], limit=NEWEST):
            shares.setdefault(number, 0.0)
    standing = store.at_project_level(database, project)
    others = [number for number in shares if number not in standing]
    return [
        (memory, shares.get(memory.number, 0.0))
        for memory in store.of_numbers(database, [*standing, *others])
        if memory.number in standing
        or (memory.kind in kinds and memory.status not in CLOSED and memory.project in projects)
    ]


def _refusal(score: Score, settings: Settings, *, covered: bool) -> str:
    if score.value < settings.number("injection.minimum_score"):
        return BELOW
    return "" if covered else OFF_TOPIC


def _item(
    memory: Memory, score: Score, states: Sequence[LinkState], *, standing: bool = False
) -> Item:
    kind = FACT if standing else FAILURE if memory.kind == "failure" else MEMORY
    text = record_text(memory, states)
    return Item(
        kind=kind,
        key=memory.id,
        text=text,
        score=score.value,
        hash=digest(text + content_hash(memory), 8),
        parts=score.parts,
        short=summary(memory, states),
    )


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
        score = Score(doubt * recency, (("recency", recency), ("still true", doubt)))
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
            score = Score(
                max(share, 0.6) * recency, (("same command", share), ("recency", recency))
            )
            items.append(_item(memory, score, ()))
    items.sort(key=lambda item: (-item.score, item.key))
    return items


def command_words(command: str) -> tuple[str, ...]:
    """A command without what differs between runs: numbers, quoted text, settings before it."""
    before = pattern(r"^(?:\s*(?:cd\s+\S+\s*(?:&&|;)|\w+=\S*)\s*)+")
    command = before.sub("", command.strip()).partition("\n")[0]
    command = pattern(r"\"[^\"]*\"|'[^']*'|\d+|(?<= )-C \S+").sub("", command)
    return tuple(pattern(r"[^\s|;&<>()=]+").findall(command))[:12]


def alike(one: Sequence[str], other: Sequence[str]) -> float:
    """How much two commands have in common; those of different programs nothing."""
    if not one or not other or one[0] != other[0]:
        return 0.0
    first, second = set(one), set(other)
    return len(first & second) / len(first | second)
