"""Searches again with words that mean nearly the same, where nothing fits a question well.

Synonyms, related words and words of other languages, from the lists that come with Sightline. A
question that something fits is not widened, nor is a task: their own words say best what they mean.
"""

from collections.abc import Mapping

from sightline.context.ranking.evidence import Breadth, Evidence
from sightline.context.ranking.query_words import expanded, forms_of_root
from sightline.context.ranking.question import Question
from sightline.store.code import evidence as store
from sightline.store.sqlite.database import Database
from sightline.text.synonyms import alternatives
from sightline.text.word_root import root

# The weight of another word as a share of the word's weight, times how near they are; the most
# other words for one, and how near they must be.
SHARE, MOST, LEAST = 0.15, 5, 0.4
# The beginning that a root shares with its forms, and the most forms of one.
_SHORTEST, _MOST_FORMS = 3, 6
# Of a longer first line only the beginning is read.
_LONGEST = 300


def add_related(index: Database, evidence: Evidence, breadth: Breadth) -> None:
    """Add what the question's words and words near to them match."""
    words = related_words(index, evidence.question)
    if not words:
        return
    text = store.full_text(
        *(index, words | expanded(index, evidence.question)),
        files=breadth.files,
        symbols=breadth.symbols,
        most=breadth.postings,
    )
    evidence.file_text, evidence.symbol_text = text.files, text.symbols
    evidence.symbols |= {row.id: row for row in text.rows}
    evidence.files |= {row.id: row for row in text.file_rows}
    missing = {row.file_id for row in text.rows} - set(evidence.files)
    evidence.files |= {file.id: file for file in store.files(index, missing)}
    evidence.path_matches = None  # those of the new files are missing


def related_words(index: Database, question: Question) -> dict[str, float]:
    """The words of the index that mean nearly what the question's words mean, with weights."""
    asked: dict[str, float] = {}
    for word, weight in question.words.items():
        asked[root(word)] = max(weight, asked.get(root(word), 0.0))
    words: dict[str, float] = {}
    for base, others in alternatives(question.title[:_LONGEST]).items():
        if base in asked:
            unasked = {other: near for other, near in others.items() if other not in asked}
            for form, nearness in _nearest(index, unasked).items():
                words[form] = max(SHARE * nearness * asked[base], words.get(form, 0.0))
    return words


def _nearest(index: Database, others: Mapping[str, float]) -> dict[str, float]:
    """The forms of the nearest roots that the index has, with how near they are."""
    forms: dict[str, float] = {}
    known = 0
    for other in sorted(others, key=lambda other: (-others[other], other)):
        if known == MOST or others[other] < LEAST:
            break
        of_root = forms_of_root(index, other, _SHORTEST)[:_MOST_FORMS]
        known += bool(of_root)
        forms |= dict.fromkeys(of_root, others[other])
    return forms
