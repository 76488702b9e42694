"""Finds what may answer a question: evidence from the index, ranked. Prompts and capsules start here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sightline.context import evidence as gathering
from sightline.context.evidence import Evidence
from sightline.context.question import Question, understand
from sightline.context.rank import RankedFile, Ranking, best_symbols, rank, rank_files
from sightline.store.code.evidence import Text
from sightline.store.sqlite.database import Database


class Retrieval(NamedTuple):
    """The evidence for a question, and its ranking."""

    evidence: Evidence
    ranking: Ranking


def find(
    index: Database,
    text: str,
    task: str,
    *,
    breadth: gathering.Breadth = gathering.WIDE,
    session: Mapping[str, float] | None = None,
) -> Retrieval:
    """Everything that may answer the question, ranked; empty if no word or name matches."""
    evidence = gathering.gather(index, understand(text), breadth=breadth, session=session)
    if not gathering.says_anything(evidence):
        return Retrieval(evidence, rank(gathering.Evidence(evidence.question)))
    files = _files(index, evidence)
    best = [ranked.file.id for ranked in files[: gathering.WHOLE_FILES]]
    gathering.add_functions(index, evidence, best)
    top = best_symbols(evidence, files, gathering.NEIGHBOURS_OF)
    gathering.add_neighbours(index, evidence, top, task)
    return Retrieval(evidence, rank(evidence, files=files))


def find_quickly(
    index: Database,
    question: Question,
    text: Text,
    *,
    session: Mapping[str, float] | None = None,
) -> Retrieval:
    """The same for a prompt, within the time of a hook; `text` is the full-text search for it."""
    breadth = gathering.NARROW
    evidence = gathering.gather(index, question, breadth=breadth, session=session, text=text)
    return Retrieval(evidence, rank(evidence, files=_files(index, evidence)))


def _files(index: Database, evidence: Evidence) -> list[RankedFile]:
    """The files ranked, with how much the project uses the best of them."""
    best = [ranked.file.id for ranked in rank_files(evidence)[: gathering.CENTRAL_FILES]]
    gathering.add_uses(index, evidence, best)
    return rank_files(evidence)
