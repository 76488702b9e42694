"""Truncated and damaged source of every language is read without an exception and in time."""

import pathlib
import random
import time

import pytest

from sightline.parse.extract import extract
from sightline.parse.languages import load_grammar
from tests.parse.reading import CASES, LANGUAGES, MANIFESTS, language_of, sources

SECONDS = 2.0
FEW, MANY = 340, 10_000


def inputs() -> list[pathlib.Path]:
    """All source files of all cases, languages taking turns."""
    by_language: dict[str, list[pathlib.Path]] = {name: [] for name in sorted(LANGUAGES.by_name)}
    for folder in sorted(p for p in CASES.glob("*/*") if p.is_dir()):
        for file in sources(folder):
            if file.name not in MANIFESTS:
                by_language[language_of(file).name].append(file)
    longest = max(map(len, by_language.values()))
    rows = [[files[i % len(files)] for files in by_language.values()] for i in range(longest)]
    return [file for row in rows for file in row]


def damaged(source: bytes, dice: random.Random) -> bytes:
    """A source that is cut off, or has bytes changed, dropped, repeated or moved."""
    data = bytearray(source)
    if dice.random() < 0.4:
        return bytes(data[: dice.randrange(len(data) + 1)])
    for _ in range(dice.randrange(1, 12)):
        place = dice.randrange(len(data) + 1)
        length = dice.randrange(1, 40)
        change = dice.randrange(5)
        if change == 0:
            data[place : place + 1] = bytes([dice.randrange(256)])
        elif change == 1:
            del data[place : place + length]
        elif change == 2:
            data[place:place] = data[place : place + length] * dice.randrange(1, 30)
        elif change == 3:
            data[place:place] = dice.choice((b"{", b"(", b"[", b'"', b"'", b"/*", b"<", b"\x00"))
        else:
            piece = bytes(data[place : place + length])
            del data[place : place + length]
            target = dice.randrange(len(data) + 1)
            data[target:target] = piece
    return bytes(data)


def run(count: int, seed: int) -> None:
    dice = random.Random(seed)
    files = inputs()
    for number in range(count):
        file = files[number % len(files)]
        language = language_of(file)
        load_grammar(language)
        source = damaged(file.read_bytes(), dice)
        started = time.process_time()
        parsed = extract(source, language, file.name)
        spent = time.process_time() - started
        assert spent < SECONDS, (file, number, spent)
        for symbol in parsed.symbols:
            assert 0 <= symbol.start <= symbol.end <= len(source), (file, number, symbol)
            assert symbol.parent < len(parsed.symbols)


def test_every_language_has_a_case() -> None:
    assert {language_of(file).name for file in inputs()} == set(LANGUAGES.by_name)


def test_damaged_source_of_every_language_is_read() -> None:
    run(FEW, 1)


@pytest.mark.heavy
def test_ten_thousand_damaged_sources_are_read() -> None:
    run(MANY, 2)
