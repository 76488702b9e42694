"""Builds src/sightline/synonyms/related.txt: python scripts/build_related_words.py MODEL TOKENIZER REPO...

For each common English or technical word it lists the words that a sentence model (all-MiniLM-L6-v2,
Apache-2.0) places nearest, as roots with the first digit of their cosine. The program reads only the
list. MODEL is the ONNX file, TOKENIZER its tokenizer.json (also the source of common words); the commit
messages and documents of the REPOs supply the technical words. Needs numpy, onnxruntime and tokenizers.
"""

from __future__ import annotations

import collections
import json
import pathlib
import re
import subprocess
import sys

import numpy
import onnxruntime
import tokenizers

from sightline.text.word_lists import STOP_WORDS
from sightline.text.word_root import root

FOLDER = pathlib.Path(__file__).parent.parent / "src" / "sightline" / "synonyms"
# Words beyond this place in the tokenizer's vocabulary, which is ordered by frequency, are rare.
MOST_COMMON = 9_000
FEWEST_REPOSITORIES, FEWEST_USES = 5, 15
LEAST_COSINE, MOST_RELATED = 0.5, 10


def common_words(tokenizer: pathlib.Path) -> set[str]:
    """Frequent English words."""
    vocabulary = json.loads(tokenizer.read_text())["model"]["vocab"]
    return {word for word, place in vocabulary.items() if place < MOST_COMMON}


def technical_words(repositories: list[str]) -> set[str]:
    """Words that the commit messages and documents of several repositories use."""
    uses: collections.Counter[str] = collections.Counter()
    repositories_of: collections.Counter[str] = collections.Counter()
    capitals: collections.Counter[str] = collections.Counter()
    for repository in repositories:
        log = ["git", "-C", repository, "log", "-4000", "--format=%s%n%b"]
        text = subprocess.run(log, capture_output=True, text=True, errors="replace").stdout
        files = ["git", "-C", repository, "ls-files", "*.md", "*.rst", "*.txt"]
        names = subprocess.run(files, capture_output=True, text=True).stdout.splitlines()[:400]
        for name in names:
            path = pathlib.Path(repository, name)
            text += path.read_text(errors="replace")[:60_000] if path.is_file() else ""
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


def vectors(words: list[str], model: str, tokenizer: str) -> numpy.ndarray:
    """A unit vector for each word."""
    tokens = tokenizers.Tokenizer.from_file(tokenizer)
    tokens.enable_padding()
    session = onnxruntime.InferenceSession(model)
    inputs = {value.name for value in session.get_inputs()}
    parts = []
    for start in range(0, len(words), 64):
        encoded = tokens.encode_batch(words[start : start + 64])
        ids = numpy.array([one.ids for one in encoded], dtype=numpy.int64)
        mask = numpy.array([one.attention_mask for one in encoded], dtype=numpy.int64)
        feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": numpy.zeros_like(ids)}
        output = session.run(None, {name: feed[name] for name in feed if name in inputs})[0]
        mean = (output * mask[:, :, None]).sum(1) / mask.sum(1, keepdims=True)
        parts.append(mean / numpy.linalg.norm(mean, axis=1, keepdims=True))
    return numpy.vstack(parts)


def main() -> None:
    model, tokenizer, *repositories = sys.argv[1:]
    candidates = common_words(pathlib.Path(tokenizer)) | technical_words(repositories)
    words = sorted(
        word
        for word in candidates | listed_words()
        if word.isascii() and word.isalpha() and len(word) > 2 and word not in STOP_WORDS
    )
    by_word = vectors(words, model, tokenizer)
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
