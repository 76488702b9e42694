"""`sightline vocabulary`: which other words a word is found by, and where they come from."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from sightline.cli import terminal
from sightline.cli.command import Command
from sightline.settings.load import config_home
from sightline.text.synonyms import alternatives, load_user_synonyms, related_to, write_example
from sightline.text.word_root import root


def _vocabulary(arguments: Namespace) -> int:
    path = write_example(config_home())
    text = " ".join(arguments.word)
    user = load_user_synonyms(config_home())
    own = {other for word in text.lower().split() for other in user.get(root(word), ())}
    synonyms = alternatives(text, {}, related=False)
    related = {word: related_to(root(word)) for word in text.lower().split()}
    value = {
        "file": path,
        "yours": sorted(own),
        "synonyms": {word: _ranked(others) for word, others in synonyms.items()},
        "related": {word: _ranked(others) for word, others in related.items() if others},
    }
    lines = [f"yours: {', '.join(sorted(own)) or 'none'} ({path})"]
    for label, words in (("synonyms", synonyms), ("related", related)):
        lines += [
            f"{label} of {word}: {', '.join(_ranked(others))}"
            for word, others in words.items()
            if others
        ]
    terminal.report(arguments, value, "\n".join(lines))
    return 0


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
        summary="show the synonyms and related words that are searched for a word",
        example="sightline vocabulary login\nsightline vocabulary rate limit",
        arguments=_vocabulary_arguments,
        run=_vocabulary,
    ),
)
