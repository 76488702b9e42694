"""Gathers evidence for a question from the index: what is found, not yet what it is worth.

Every search is bounded, so that a hook may ask; `context.rank` weighs.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from sightline.context.mentions import parts_of
from sightline.context.question import Question
from sightline.model.indexed import TYPES
from sightline.store.code import evidence as store
from sightline.store.code import reader
from sightline.store.code.evidence import FileRow, SymbolRow
from sightline.store.sqlite.database import Database

# Past commits: how many of the best messages and of the newest are looked at, and how many
# files one may have touched to say something about each.
MESSAGES, NEWEST, MOST_FILES = 50, 40, 12
# Names, paths and dotted names that are looked up.
MOST_NAMES, MOST_PLACES, MOST_DOTTED = 200, 40, 40
# A comment above a function, with what else may stand there, has at most so many lines.
COMMENT_LINES = 25
# All functions of the best files are looked at, whatever their words.
WHOLE_FILES = 5
# Among so many of the best files it counts how much the project uses them.
CENTRAL_FILES = 30
# Whose neighbours in the graph are looked at, and over how many edges at most.
NEIGHBOURS_OF, MOST_EDGES = 10, 600


class Breadth(NamedTuple):
    """How much is looked at: the whole for an answer, less for a hook."""

    files: int = 200
    symbols: int = 500
    postings: int = 150_000
    late: int = 0  # postings of commoner words, read only for the best so far


# For an answer, for a list of what was found, and for a hook.
WIDE, LIST, NARROW = Breadth(), Breadth(100, 200, 100_000), Breadth(50, 100, 8_000, 30_000)


class Commit(NamedTuple):
    """A commit as evidence: how well it fits, and what it touched that still exists."""

    score: float
    files: tuple[int, ...]
    functions: tuple[tuple[int, str], ...]


class Spot(NamedTuple):
    """A place the question points at: files it may mean, and lines or a function in them."""

    files: tuple[int, ...]
    first: int
    last: int
    function: str
    below: int = 0  # what begins below lines that are in no function: they speak of it


class Evidence:
    """What the index knows that may bear on a question."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.files: dict[int, FileRow] = {}
        self.symbols: dict[int, SymbolRow] = {}
        self.file_text: dict[int, float] = {}
        self.symbol_text: dict[int, float] = {}
        self.messages: list[Commit] = []
        self.newest: list[Commit] = []
        self.named: dict[str, list[SymbolRow]] = {}
        self.owned: list[list[int]] = []  # by dotted name: the symbols it may mean
        self.modules: list[tuple[int, ...]] = []
        self.places: list[Spot] = []
        self.frames: list[Spot] = []
        self.session: dict[int, float] = {}
        self.uses: dict[int, int] = {}  # of what the best files define
        self.neighbours: dict[int, float] = {}
        self.by_function: dict[tuple[int, str], list[int]] = {}
        self.values: dict[str, dict[int, float]] = {}  # what signals make of it, by signal


def gather(
    index: Database,
    question: Question,
    *,
    breadth: Breadth = WIDE,
    session: Mapping[str, float] | None = None,
    text: store.Text | None = None,
) -> Evidence:
    """Everything that may bear on a question; `session` weighs paths by their part in it.

    `text` is what full text found, where that is known already.
    """
    found = Evidence(question)
    if text is None:
        text = full_text(index, question, breadth)
    found.file_text, found.symbol_text = text.files, text.symbols
    found.files = {row.id: row for row in text.file_rows}
    found.symbols = {row.id: row for row in text.rows}
    _names(index, found)
    _dotted(index, found)
    _places(index, found)
    _history(index, found)
    if session:
        files = store.files_at(index, session)
        found.session = {file.id: session[file.path] for file in files}
    _fill(index, found)
    return found


def full_text(
    index: Database,
    question: Question,
    breadth: Breadth,
    *,
    explained: int = 0,
    doubted: Mapping[str, float] | None = None,
) -> store.Text:
    """What the words of a question alone find; of the best what each word gave (`postings.look`)."""
    return store.full_text(
        *(index, question.words),
        files=breadth.files,
        symbols=breadth.symbols,
        most=breadth.postings,
        late=breadth.late,
        explained=explained,
        doubted=doubted or {},
    )


def add_functions(index: Database, found: Evidence, files: Iterable[int]) -> None:
    """All functions of some files become candidates too."""
    for row in store.callables_of(index, files):
        found.symbols.setdefault(row.id, row)


def add_uses(index: Database, found: Evidence, files: Iterable[int]) -> None:
    """How often the project uses what some files define."""
    found.uses = store.uses_of(index, files)


def says_anything(found: Evidence) -> bool:
    """Whether something of the question is known here; what is merely recent does not count."""
    return bool(found.symbol_text or found.file_text or found.named or found.places)


def add_neighbours(
    index: Database, found: Evidence, best: Iterable[tuple[int, float]], task: str
) -> None:
    """What the best symbols use or are used by becomes a candidate (FO-20: by the task)."""
    top = dict(best)
    highest = max(top.values(), default=0.0)
    if highest <= 0.0:
        return
    ids = list(top)
    edges: list[tuple[int, int, float]] = []
    if task in ("debug", "refactor"):
        edges += [(e.target_id, e.source_id, e.confidence) for e in reader.edges_to(index, ids)]
    if task != "refactor":
        edges += [(e.source_id, e.target_id, e.confidence) for e in reader.edges_from(index, ids)]
    values: dict[int, float] = {}
    for from_best, other, confidence in edges[:MOST_EDGES]:
        value = top[from_best] / highest * confidence
        values[other] = max(values.get(other, 0.0), value)
    missing = [id for id in values if id not in found.symbols]
    for row in store.symbols(index, missing):
        if row.kind != "module":
            found.symbols[row.id] = row
    for file in store.files(
        index, {row.file_id for row in found.symbols.values()} - set(found.files)
    ):
        found.files[file.id] = file
    found.neighbours = values


def _names(index: Database, found: Evidence) -> None:
    names = sorted(found.question.names, key=lambda name: -found.question.names[name])
    for row in store.named(index, names[:MOST_NAMES]):
        found.named.setdefault(row.name, []).append(row)
        found.symbols[row.id] = row


def _dotted(index: Database, found: Evidence) -> None:
    """Dotted names: of a module, or of something in a class or module."""
    for name in found.question.dotted[:MOST_DOTTED]:
        parts = parts_of(name)
        found.modules += _modules(index, parts)
        for place, last in enumerate(parts[1:]):
            owner = parts[place]
            rows = found.named.get(last, [])
            parents = store.parent_names(index, [row.id for row in rows]) if rows else {}
            owned = [row.id for row in rows if parents.get(row.id) == owner]
            if owned:
                found.owned.append(owned)


def _modules(index: Database, parts: list[str]) -> list[tuple[int, ...]]:
    """The files two or more parts of a dotted name are the path of, for each run of parts."""
    found = []
    for end in range(2, len(parts) + 1):
        tails = [parts[start:end] for start in range(end - 1)]
        candidates = [
            (file.id, file.path.rpartition(".")[0].split("/"))
            for file in store.files_stemmed(index, parts[end - 1])
        ]
        for tail in tails:
            ids = tuple(id for id, path in candidates if path[-len(tail) :] == tail)
            if ids:
                found.append(ids)
                break
    return found


def _places(index: Database, found: Evidence) -> None:
    question = found.question
    places = [(place.path, place.first, place.last, "") for place in question.places]
    frames = [(frame.path, frame.line, frame.line, frame.function) for frame in question.frames]
    known = _meant(index, [path for path, *_ in (*places[:MOST_PLACES], *frames[-MOST_PLACES:])])
    for path, first, last, _ in places[:MOST_PLACES]:
        if known.get(path):
            found.places.append(Spot(known[path], first, last, ""))
    for path, first, last, function in frames[-MOST_PLACES:]:
        if len(known.get(path, ())) == 1:
            found.frames.append(Spot(known[path], first, last, function))


def _meant(index: Database, paths: list[str]) -> dict[str, tuple[int, ...]]:
    """The files each path means: those that share its longest ending."""
    split = {path: [part for part in path.replace("\\", "/").split("/") if part] for path in paths}
    split = {path: parts for path, parts in split.items() if parts}
    by_base: dict[str, list[FileRow]] = {}
    for file in store.files_based(index, {parts[-1] for parts in split.values()}):
        by_base.setdefault(file.path.rpartition("/")[2], []).append(file)
    meant = {}
    for path, parts in split.items():
        files = by_base.get(parts[-1]) or _misspelt(index, parts[-1])
        shared = [_shared_ending(file.path.split("/"), parts) for file in files]
        best = max(shared, default=0)
        meant[path] = tuple(
            file.id for file, length in zip(files, shared, strict=True) if length == best
        )
    return meant


def _shared_ending(one: list[str], other: list[str]) -> int:
    length = 0
    while length < min(len(one), len(other)) and one[-1 - length] == other[-1 - length]:
        length += 1
    return length


def _misspelt(index: Database, base: str) -> list[FileRow]:
    """The one file whose name differs from this by a letter or two, if there is one."""
    stem, _, ending = base.rpartition(".")
    if len(stem) < 8:
        return []
    runs = {stem[at : at + 3] for at in range(len(stem) - 2)}
    best: list[tuple[float, FileRow]] = []
    for file in store.files_starting(index, stem[:3]):
        other = file.path.rpartition("/")[2]
        other_stem, _, other_ending = other.rpartition(".")
        if other_ending != ending or abs(len(other_stem) - len(stem)) > 2:
            continue
        theirs = {other_stem[at : at + 3] for at in range(len(other_stem) - 2)}
        alike = len(runs & theirs) / max(len(runs | theirs), 1)
        if alike >= 0.6:
            best.append((alike, file))
    best.sort(key=lambda pair: (-pair[0], pair[1].path))
    return [file for alike, file in best if alike == best[0][0]]


def _history(index: Database, found: Evidence) -> None:
    scored = store.telling_commits(index, found.question.words, MESSAGES)
    newest = store.latest_commits(index, NEWEST)
    commits = {commit for commit, _ in scored} | set(newest)
    touched = store.touched(index, commits, MOST_FILES)
    found.messages += [Commit(score, *touched[id]) for id, score in scored if id in touched]
    found.newest += [
        Commit(float(place), *touched[id]) for place, id in enumerate(newest) if id in touched
    ]
    pairs = {pair for commit in touched.values() for pair in commit.functions}
    for row in store.touched_symbols(index, sorted(pairs)):
        found.symbols[row.id] = row
        found.by_function.setdefault((row.file_id, row.name), []).append(row.id)


def _with_symbols(index: Database, found: Evidence, spot: Spot) -> Spot:
    """The spot, once the symbols at its lines are candidates."""
    for file_id in spot.files[:3] if spot.first else ():
        rows = store.at_lines(index, file_id, spot.first, spot.last)
        if len(spot.files) == 1 and all(row.kind in TYPES for row in rows):
            below = store.first_below(index, file_id, spot.last, spot.last + COMMENT_LINES)
            rows += below
            spot = spot._replace(below=below[0].id if below else 0)
        for row in rows:
            found.symbols[row.id] = row
    return spot


def _fill(index: Database, found: Evidence) -> None:
    """Read what is known only by its id."""
    missing = [id for id in found.symbol_text if id not in found.symbols]
    for row in store.symbols(index, missing):
        found.symbols[row.id] = row
    found.places = [_with_symbols(index, found, spot) for spot in found.places]
    found.frames = [_with_symbols(index, found, spot) for spot in found.frames]
    functions = {
        (file_id, spot.function) for spot in found.frames for file_id in spot.files if spot.function
    }
    for row in store.touched_symbols(index, sorted(functions)):
        found.symbols[row.id] = row
        known = found.by_function.setdefault((row.file_id, row.name), [])
        if row.id not in known:
            known.append(row.id)
    ids = {row.file_id for row in found.symbols.values()} | set(found.file_text)
    ids |= set(found.session) | {file for commit in found.messages for file in commit.files}
    ids |= {file for commit in found.newest for file in commit.files}
    ids |= {file for group in found.modules for file in group}
    ids |= {file for spot in (*found.places, *found.frames) for file in spot.files}
    for file in store.files(index, ids.difference(found.files)):
        found.files[file.id] = file
