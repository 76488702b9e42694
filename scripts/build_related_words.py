"""Builds src/sightline/synonyms/related.txt: python scripts/build_related_words.py REPO...

For each common English or technical word it lists the words that a sentence model (all-MiniLM-L6-v2,
Apache-2.0) places nearest, as roots with the first digit of their cosine. The program reads only the
list. The model is that of `sightline[semantic]`, whose vocabulary is also the source of common words;
the commit messages of the REPOs (git directories) supply the technical words.
"""

from __future__ import annotations

import collections
import pathlib
import re
import subprocess
import sys

import numpy

from sightline.memory.semantic.encoder import DIMENSIONS, Encoder
from sightline.memory.semantic.word_pieces import load_vocabulary
from sightline.text.word_lists import STOP_WORDS
from sightline.text.word_root import root

FOLDER = pathlib.Path(__file__).parent.parent / "src" / "sightline" / "synonyms"
# Words beyond this place in the model's vocabulary, which is ordered by frequency, are rare.
MOST_COMMON = 9_000
FEWEST_REPOSITORIES, FEWEST_USES = 5, 15
LEAST_COSINE, MOST_RELATED = 0.45, 15


def common_words() -> set[str]:
    """Frequent English words."""
    return {word for word, place in load_vocabulary().items() if place < MOST_COMMON}


def technical_words(repositories: list[str]) -> set[str]:
    """Words that the commit messages of several repositories use."""
    uses: collections.Counter[str] = collections.Counter()
    repositories_of: collections.Counter[str] = collections.Counter()
    capitals: collections.Counter[str] = collections.Counter()
    for repository in repositories:
        log = ["git", "-C", repository, "log", "-4000", "--format=%s%n%b"]
        text = subprocess.run(log, capture_output=True, text=True, errors="replace").stdout
        words = re.findall(r"(?<![\w/.@-])[A-Za-z][a-z]{2,}(?![\w/@])", text)
        counts = collections.Counter(word.lower() for word in words)
        capitals.update(word.lower() for word in words if word[0].isupper())
        uses.update(counts)
        repositories_of.update(counts.keys())
    return {
        word
        for word, count in uses.items()
        if count >= FEWEST_USES
        and repositories_of[word] >= FEWEST_REPOSITORIES
        and capitals[word] < 0.7 * count
    }


def listed_words() -> set[str]:
    """The words of the English synonyms."""
    return set(re.findall(r"[a-z]{3,}", (FOLDER / "en.txt").read_text()))


def main() -> None:
    candidates = common_words() | technical_words(sys.argv[1:])
    words = sorted(
        word
        for word in candidates | listed_words()
        if word.isascii() and word.isalpha() and len(word) > 2 and word not in STOP_WORDS
    )
    stored = numpy.frombuffer(Encoder().encode(words), numpy.int8)
    by_word = stored.reshape(-1, DIMENSIONS).astype(numpy.float32)
    places: dict[str, list[int]] = collections.defaultdict(list)
    for place, word in enumerate(words):
        places[root(word)].append(place)
    roots = sorted(places)
    means = numpy.array([by_word[places[one]].mean(0) for one in roots])
    means /= numpy.linalg.norm(means, axis=1, keepdims=True)
    cosines = means @ means.T
    lines = ["# Made by scripts/build_related_words.py: a root, then related roots, each with the"]
    lines.append("# first digit of their cosine in all-MiniLM-L6-v2 (Apache-2.0).")
    for place, one in enumerate(roots):
        nearest = numpy.argsort(-cosines[place])[: MOST_RELATED + 1]
        related = [
            f"{roots[other]}{int(cosines[place, other] * 10)}"
            for other in nearest
            if other != place and cosines[place, other] >= LEAST_COSINE
        ]
        if related:
            lines.append(f"{one}: {' '.join(related)}")
    (FOLDER / "related.txt").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
