"""The words a question is searched with: its own, their other forms, and words that code joins."""

from sightline.context.ranking.question import Question, compounds
from sightline.store.code import postings
from sightline.store.sqlite.database import Database
from sightline.text.word_lists import is_everyday
from sightline.text.word_root import root

# The weight of other forms of a word, and of words joined to one, as shares of the word's weight;
# the most forms of one word, and the most words of a question that has its words expanded.
FORM, JOINED, MOST_FORMS, MOST_EXPANDED = 0.4, 1.0, 8, 40
# Everyday words count this much where it is judged whether anything fits: they fit any project.
EVERYDAY_SHARE = 0.3


def expanded(index: Database, question: Question) -> dict[str, float]:
    """The question's words, other forms of them that the index has, and words joined to one."""
    words = question.words
    if len(words) > MOST_EXPANDED:
        return words
    more = dict(words)
    for joined, weight in compounds(question).items():
        more.setdefault(joined, JOINED * weight)
    for word, weight in words.items():
        for form in word_forms(index, word)[:MOST_FORMS]:
            more[form] = max(more.get(form, 0.0), FORM * weight)
    return more


def everyday_words(question: Question) -> set[str]:
    """The question's everyday words; `line` in `--line-range` is not one."""
    of_options = {word for option in question.options for word in option.split("-")}
    return {word for word in question.words if word not in of_options and is_everyday(word)}


def word_weights(index: Database, question: Question) -> dict[str, float]:
    """The highest score that each word of the question can give; words the index lacks included."""
    counts = postings.document_counts(index, postings.SOURCE, question.words)
    _, total = postings.documents(index, postings.SOURCE)
    return {
        word: weight * postings.inverse_frequency(counts.get(word, (0, 0))[1], total)
        for word, weight in question.words.items()
    }


def word_forms(index: Database, word: str) -> list[str]:
    """Other words of the index with the root of this word: redirects, redirected for redirect."""
    if len(word) < 4 or not word.isalpha():
        return []
    return [form for form in forms_of_root(index, root(word), 4) if form != word]


def forms_of_root(index: Database, base: str, shortest: int) -> list[str]:
    """The words of the index with this root; `shortest` is the length of a shared beginning."""
    # The root of `parsing` is that of `parse`, and the root of `copy` is `copi`.
    start = base[: max(shortest, len(base) - 1)]
    others = postings.words_starting(index, postings.SOURCE, start, 400)
    return [form for form in others if form.isalpha() and root(form) == base]
