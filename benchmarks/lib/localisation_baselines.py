"""Simple methods from a question to code that Sightline is compared with, on the same candidates.

BM25 of files and of functions, their fusion, grep for identifiers, a PageRank repository map, and the sketch:
past commit messages, named definitions and named paths added to BM25.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sightline.store.sqlite.database import Database
from sightline.text.tokens import estimate_tokens
from sightline.text.word_lists import STOP_WORDS
from sightline.text.words import code_words

FUNCTIONS = ("function", "method", "macro")
# Not code: never a candidate of a baseline.
NOT_CODE = ("markdown", "json", "yaml", "toml", "html", "css", "rst", "text", "xml", "ini")
TITLE, HISTORY, DEFINED, NAMED = 3, 0.5, 0.3, 0.5
MESSAGES, MOST_FILES = 50, 12
BODIES, FLOOR = 3, 0.3

Scores = list[float]


class Function(NamedTuple):
    """A function with the cost of its text and of its signature."""

    path: str
    qualified: str
    name: str
    words: Counter[str]
    body_tokens: int
    signature_tokens: int


class File(NamedTuple):
    """A file with its words, the names it defines and its functions."""

    path: str
    words: Counter[str]
    identifiers: frozenset[str]
    names: frozenset[str]
    functions: tuple[Function, ...]


class Ranked(NamedTuple):
    """The answer of a baseline: files and functions, best first."""

    files: list[str]
    functions: list[tuple[str, str]]


class Reader:
    """Reads candidates; caches files that did not change since an earlier case."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], File] = {}
        self._messages: dict[str, Counter[str]] = {}

    def files(self, index: Database, read: object) -> list[File]:
        """All source files of an index except tests."""
        files = []
        cache: dict[tuple[str, str], File] = {}
        marks = ",".join("?" * len(NOT_CODE))
        rows = index.statement(
            "SELECT id, path, digest FROM file WHERE role = 'source'"
            f" AND language NOT IN ({marks}) ORDER BY path",
            NOT_CODE,
        )
        for id, path, digest in rows:
            file = self._known.get((path, digest))
            if file is None:
                file = _file(index, id, path, read(path) or b"")  # type: ignore[operator]
            cache[(path, digest)] = file
            files.append(file)
        self._known.update(cache)
        return files

    def commits(self, index: Database) -> list[tuple[Counter[str], list[str]]]:
        """Past commits: the words of their message and the files they touched."""
        touched: dict[int, list[str]] = defaultdict(list)
        for commit, path in index.statement("SELECT commit_id, path FROM past_file"):
            touched[commit].append(path)
        past = []
        rows = index.statement(
            "SELECT id, hash, message FROM past_commit ORDER BY time DESC LIMIT 6000"
        )
        for id, hash, message in rows:
            words = self._messages.get(hash)
            if words is None:
                words = self._messages[hash] = Counter(code_words(message))
            past.append((words, touched.get(id, [])))
        return past


def _file(index: Database, id: int, path: str, source: bytes) -> File:
    path_words = code_words(path)
    functions = []
    names = set()
    for kind, name, qualified, start, end, signature in index.statement(
        "SELECT kind, name, qualified, start, end, signature FROM symbol"
        " WHERE file_id = ? AND kind <> 'module' AND is_test = 0 ORDER BY position",
        (id,),
    ):
        names.add(name)
        if kind in FUNCTIONS:
            body = source[start:end].decode("utf-8", "replace")
            words = Counter(code_words(body) + code_words(qualified) + path_words)
            line = " ".join(signature.split())[:100]
            functions.append(
                Function(
                    path, qualified, name, words, estimate_tokens(body), estimate_tokens(line) + 4
                )
            )
    text = source.decode("utf-8", "replace")
    words = Counter(code_words(text) + path_words)
    identifiers = frozenset(re.findall(r"[^\W\d]\w*", text))
    return File(path, words, identifiers, frozenset(names), tuple(functions))


def bm25(documents: Sequence[Counter[str]], query: dict[str, float]) -> Scores:
    """BM25 with k1 1.2, b 0.75."""
    lengths = [document.total() for document in documents]
    average = sum(lengths) / max(len(lengths), 1) or 1.0
    norms = [1.2 * (0.25 + 0.75 * length / average) for length in lengths]
    scores = [0.0] * len(documents)
    for word, weight in query.items():
        hits = [(at, count) for at, doc in enumerate(documents) if (count := doc.get(word))]
        if hits:
            rarity = math.log(1 + (len(documents) - len(hits) + 0.5) / (len(hits) + 0.5))
            for at, count in hits:
                scores[at] += weight * rarity * count * 2.2 / (count + norms[at])
    return scores


def query_of(text: str, title: int = 1) -> dict[str, float]:
    """The words of a question with their counts."""
    words = Counter(code_words(text))
    for word in code_words(text.lstrip().partition("\n")[0]):
        words[word] += title - 1
    return {word: float(count) for word, count in words.items() if word not in STOP_WORDS}


class Baselines:
    """All baselines for one question over one tree."""

    def __init__(
        self, index: Database, files: list[File], commits: Iterable[object], text: str
    ) -> None:
        self.index, self.files, self.text = index, files, text
        self.functions = [one for file in files for one in file.functions]
        self.owner = [at for at, file in enumerate(files) for _ in file.functions]
        self.commits = commits
        plain = query_of(text)
        self.by_file = bm25([file.words for file in files], plain)
        self.by_function = bm25([one.words for one in self.functions], plain)

    def rankings(self) -> dict[str, Ranked]:
        best = self._best(self.by_function)
        fusion = [a + b for a, b in zip(_reciprocal(self.by_file), _reciprocal(best), strict=True)]
        times = [
            value * (FLOOR + share)
            for value, share in zip(
                self.by_function, self._spread(_normal(self.by_file)), strict=True
            )
        ]
        grep = self._grep()
        sketch_files, sketch_functions = self.sketch()
        return {
            "BM25 files": self._ranked(self.by_file, self._spread(self.by_file)),
            "BM25 functions": self._ranked(best, self.by_function),
            "fusion": self._ranked(fusion, times),
            "keyword grep": self._ranked(grep, self._spread(grep)),
            "PageRank map": self._ranked(self._page_rank(), None),
            "sketch": self._ranked(sketch_files, sketch_functions),
        }

    def sketch(self) -> tuple[Scores, Scores]:
        """BM25 of file and best function, past messages, named definitions, named paths."""
        asked = query_of(self.text, TITLE)
        by_function = bm25([one.words for one in self.functions], asked)
        parts = (
            (1.0, bm25([file.words for file in self.files], asked)),
            (1.0, self._best(by_function)),
            (HISTORY, self._history(asked)),
            (DEFINED, self._defined()),
            (NAMED, self._named()),
        )
        total = [0.0] * len(self.files)
        for weight, scores in parts:
            for at, value in enumerate(_normal(scores)):
                total[at] += weight * value
        share = self._spread(_normal(total))
        functions = [score * (FLOOR + share[at]) for at, score in enumerate(by_function)]
        return total, functions

    def packed(self, functions: Sequence[tuple[str, str]], budget: int) -> tuple[int, int]:
        """How many of the ranked functions fit: (signatures and bodies, bodies)."""
        costs = {(one.path, one.qualified): one for one in self.functions}
        bodies = shown = 0
        for key in functions:
            one = costs[key]
            head = estimate_tokens(one.path) + 3
            if bodies < BODIES and shown == bodies and one.body_tokens + head <= budget:
                cost = one.body_tokens + head
                bodies += 1
            else:
                cost = one.signature_tokens + head
            if cost > budget:
                break
            budget -= cost
            shown += 1
        return shown, bodies

    def _best(self, scores: Scores) -> Scores:
        best = [0.0] * len(self.files)
        for at, score in zip(self.owner, scores, strict=True):
            best[at] = max(best[at], score)
        return best

    def _spread(self, by_file: Scores) -> Scores:
        return [by_file[at] for at in self.owner]

    def _ranked(self, by_file: Scores, by_function: Scores | None) -> Ranked:
        order = sorted(range(len(self.files)), key=lambda at: (-by_file[at], at))
        functions: list[tuple[str, str]] = []
        if by_function is not None:
            best = sorted(range(len(self.functions)), key=lambda at: (-by_function[at], at))[:500]
            functions = [(self.functions[at].path, self.functions[at].qualified) for at in best]
        return Ranked([self.files[at].path for at in order[:100]], list(dict.fromkeys(functions)))

    def _history(self, asked: dict[str, float]) -> Scores:
        commits = list(self.commits)
        scores = bm25([words for words, _ in commits], asked)  # type: ignore[misc]
        places = {file.path: at for at, file in enumerate(self.files)}
        values = [0.0] * len(self.files)
        best = sorted(range(len(commits)), key=lambda at: (-scores[at], at))[:MESSAGES]
        for at in best:
            touched = [places[path] for path in commits[at][1] if path in places]  # type: ignore[index]
            if 0 < len(touched) <= MOST_FILES:
                for place in touched:
                    values[place] += scores[at] ** 2 / len(touched)
        return values

    def _defined(self) -> Scores:
        values = [0.0] * len(self.files)
        for name in set(re.findall(r"[^\W\d]\w{2,}", self.text)):
            if name.lower() in STOP_WORDS:
                continue
            defining = [at for at, file in enumerate(self.files) if name in file.names]
            for at in defining:
                values[at] += 1.0 / len(defining)
        return values

    def _named(self) -> Scores:
        paths = {path.strip("./") for path in re.findall(r"[\w./\\-]+\.\w+", self.text)}
        values = [0.0] * len(self.files)
        for at, file in enumerate(self.files):
            stem = file.path.rpartition(".")[0].replace("/", ".")
            base = file.path.rpartition("/")[2]
            for path in paths:
                ends = path.rpartition("/")[2] == base
                module = "." in path and (stem == path or stem.endswith("." + path))
                if ends or module:
                    values[at] = 1.0
        return values

    def _grep(self) -> Scores:
        """How many of the question's identifiers a file contains."""
        wanted = {
            word
            for word in re.findall(r"[^\W\d]\w{2,}", self.text)
            if word.lower() not in STOP_WORDS
        }
        return [float(len(wanted & file.identifiers)) for file in self.files]

    def _page_rank(self) -> Scores:
        """PageRank over references between files, starting at files that define the named symbols."""
        ids = dict(self.index.statement("SELECT id, path FROM file"))
        places = {file.path: at for at, file in enumerate(self.files)}
        links: dict[int, dict[int, float]] = defaultdict(dict)
        for source, target, times in self.index.statement(
            "SELECT a.file_id, b.file_id, sum(e.times) FROM edge e"
            " JOIN symbol a ON a.id = e.source_id JOIN symbol b ON b.id = e.target_id"
            " WHERE a.file_id <> b.file_id GROUP BY 1, 2"
        ):
            one, other = places.get(ids[source]), places.get(ids[target])
            if one is not None and other is not None:
                links[one][other] = math.sqrt(times)
        start = [0.01 + value for value in self._defined()]
        start = [value / sum(start) for value in start]
        rank = start
        for _ in range(20):
            following = [0.15 * value for value in start]
            loose = 0.0
            for at, value in enumerate(rank):
                out = links.get(at)
                if not out:
                    loose += 0.85 * value
                    continue
                whole = sum(out.values())
                for other, weight in out.items():
                    following[other] += 0.85 * value * weight / whole
            rank = [value + loose * share for value, share in zip(following, start, strict=True)]
        return rank


def _normal(scores: Scores) -> Scores:
    highest = max(scores, default=0.0)
    return [score / highest for score in scores] if highest > 0 else scores


def _reciprocal(scores: Scores) -> Scores:
    values = [0.0] * len(scores)
    order = sorted(range(len(scores)), key=lambda at: (-scores[at], at))
    for place, at in enumerate(order):
        values[at] = 1.0 / (60 + place) if scores[at] > 0 else 0.0
    return values
