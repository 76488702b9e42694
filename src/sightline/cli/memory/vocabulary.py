"""`sightline vocabulary`: which other words a word is found by, and where they come from."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from sightline.cli import terminal
from sightline.cli.command import Command
from sightline.cli.project import engine_of
from sightline.errors import StoreError
from sightline.settings.load import config_home
from sightline.store.code.history import LearnedWord, learned_words
from sightline.text.synonyms import alternatives, load_user_synonyms, related_to, write_example
from sightline.text.word_root import root
from sightline.text.wording import counted


def _vocabulary(arguments: Namespace) -> int:
    path = write_example(config_home())
    text = " ".join(arguments.word)
    user = load_user_synonyms(config_home())
    own = {other for word in text.lower().split() for other in user.get(root(word), ())}
    synonyms = alternatives(text, {}, related=False)
    related = {word: related_to(root(word)) for word in text.lower().split()}
    asked = {root(word): word for word in text.lower().split()}
    learned = _learned(arguments, list(asked))
    value = {
        "file": path,
        "yours": sorted(own),
        "synonyms": {word: _ranked(others) for word, others in synonyms.items()},
        "related": {word: _ranked(others) for word, others in related.items() if others},
        "history": [
            {"word": one.word, "other": one.other, "weight": one.weight, "commits": one.commits}
            for one in learned
        ],
    }
    lines = [f"yours: {', '.join(sorted(own)) or 'none'} ({path})"]
    for label, words in (("synonyms", synonyms), ("related", related)):
        lines += [
            f"{label} of {word}: {', '.join(_ranked(others))}"
            for word, others in words.items()
            if others
        ]
    by_word: dict[str, list[str]] = {}
    for one in learned:
        others = by_word.setdefault(one.word, [])
        others.append(f"{one.other} {one.weight:.2g} ({counted(one.commits, 'commit')})")
    lines += [
        f"in this project's history, {asked[word]}: {', '.join(by_word[word])}" for word in by_word
    ]
    terminal.report(arguments, value, "\n".join(lines))
    return 0


def _learned(arguments: Namespace, roots: list[str]) -> list[LearnedWord]:
    """What the project's commits have for these roots; nothing without an index."""
    engine = engine_of(arguments)
    try:
        return learned_words(engine.index, roots)
    except StoreError:
        return []
    finally:
        engine.close()


def _ranked(others: dict[str, float]) -> list[str]:
    """Words with their weights, the heaviest first."""
    return [
        f"{word} {weight:.2g}" for word, weight in sorted(others.items(), key=lambda one: -one[1])
    ]


def _vocabulary_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("word", nargs="+", help="a word or a phrase")


COMMANDS = (
    Command(
        name="vocabulary",
        summary="show the synonyms and related words that are searched for a word, and what commits call it",
        example="sightline vocabulary login\nsightline vocabulary rate limit",
        arguments=_vocabulary_arguments,
        run=_vocabulary,
    ),
)
