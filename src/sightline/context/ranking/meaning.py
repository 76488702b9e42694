"""Orders files by what they are about, where nothing fits a question well and a model is at hand.

The caller brings the model (`memory.semantic`); without one nothing changes. Only the files that were
found by words are compared, so nothing has to be prepared or stored.
"""

from collections.abc import Callable, Sequence

from sightline.context.ranking.evidence import Evidence
from sightline.store.code.evidence import FileSummary, summaries
from sightline.store.sqlite.database import Database
from sightline.text.words import split_identifier

# How near the meaning of each text is to a question, from -1 to 1; empty if that is not known.
Near = Callable[[str, Sequence[str]], Sequence[float]]

# How many of the best files are compared, and how many characters say what a file is about: the
# model reads no more.
COMPARED, LONGEST = 40, 1_500
# Fewer functions and types than this say little: headings and constants are read, too.
FEW = 4
_MINOR = ("section", "const", "variable")


def add_meaning(
    index: Database, evidence: Evidence, text: str, files: Sequence[int], near: Near
) -> None:
    """Add how near these files are to the question: the nearest has 1, half of them have 0."""
    about = {one.file_id: summary_text(one) for one in summaries(index, files)}
    values = near(text, list(about.values()))
    if len(values) < 2:
        return
    middle, highest = sorted(values)[len(values) // 2], max(values)
    evidence.meaning = {
        id: (value - middle) / (highest - middle)
        for id, value in zip(about, values, strict=True)
        if value > middle
    }


def summary_text(file: FileSummary) -> str:
    """What a file is about: the words of its path, then names and first sentences of what it defines."""
    path = file.path.rpartition(".")[0] or file.path
    major = [symbol for symbol in file.symbols if symbol.kind not in _MINOR]
    minor = [symbol for symbol in file.symbols if symbol.kind in _MINOR]
    parts = [" ".join(word for piece in path.split("/") for word in split_identifier(piece))]
    for symbol in major if len(major) > FEW else major + minor:
        # The name of a module is in the path.
        name = "" if symbol.kind == "module" else " ".join(split_identifier(symbol.name))
        parts.append(": ".join(part for part in (name, symbol.doc) if part))
    return ". ".join(part for part in parts if part)[:LONGEST]
