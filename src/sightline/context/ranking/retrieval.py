"""Finds what may answer a question: evidence from the index, ranked. Prompts and capsules start here."""

from collections.abc import Mapping
from typing import NamedTuple

from sightline.context.ranking import evidence as gathering
from sightline.context.ranking.doubt import Fit, fit_value
from sightline.context.ranking.evidence import Evidence
from sightline.context.ranking.meaning import COMPARED, Near, add_meaning
from sightline.context.ranking.question import Question, understand
from sightline.context.ranking.rank import RankedFile, Ranking, best_symbols, rank, rank_files
from sightline.context.ranking.related import add_related
from sightline.store.code.evidence import Text
from sightline.store.sqlite.database import Database


class Retrieval(NamedTuple):
    """The evidence for a question, its ranking, and how well the best match fits."""

    evidence: Evidence
    ranking: Ranking
    fit: Fit


def find(
    index: Database,
    text: str,
    task: str,
    *,
    breadth: gathering.Breadth = gathering.WIDE,
    session: Mapping[str, float] | None = None,
    near: Near | None = None,
) -> Retrieval:
    """Everything that may answer the question, ranked; empty if no word or name matches.

    A question that nothing fits well is also searched in other words, and `near` then compares
    what the best files are about.
    """
    evidence = gathering.gather(index, understand(text), breadth=breadth, session=session)
    fitness = Fit(fit_value(evidence))
    is_unclear = fitness.is_doubtful and task == "explore"
    if is_unclear:
        add_related(index, evidence, breadth)
    if not gathering.says_anything(evidence):
        empty = rank(gathering.Evidence(evidence.question))
        return Retrieval(evidence, empty, fitness)
    files = _files(index, evidence)
    if is_unclear and near:
        add_meaning(index, evidence, text, [one.file.id for one in files[:COMPARED]], near)
        files = rank_files(evidence)
    best = [ranked.file.id for ranked in files[: gathering.WHOLE_FILES]]
    gathering.add_functions(index, evidence, best)
    top = best_symbols(evidence, files, gathering.NEIGHBOURS_OF)
    gathering.add_neighbours(index, evidence, top, task)
    return Retrieval(evidence, rank(evidence, files=files), fitness)


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
    return Retrieval(evidence, rank(evidence), Fit(fit_value(evidence)))


def _files(index: Database, evidence: Evidence) -> list[RankedFile]:
    """The files ranked, with how much the project uses the best of them, and what is linked to them."""
    gathering.add_changes(index, evidence)
    first = {ranked.file.id: ranked.score for ranked in rank_files(evidence)}
    gathering.add_uses(index, evidence, list(first)[: gathering.CENTRAL_FILES])
    gathering.add_links(index, evidence, first)
    return rank_files(evidence)
