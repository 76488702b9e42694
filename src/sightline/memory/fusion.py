"""Joins what words say about memories with what their meaning says: meaning first, words as a bonus.

Pure. Equal weights would hurt: most words of a question in other words lead elsewhere.
"""

from collections.abc import Mapping, Sequence

from sightline.memory.neighbours import Hit

# What the words of a question add to the cosine of a memory: of one that covers all of them, and of
# the best match by words. The first can be compared between questions, the second decides where a
# question has few words in common with any memory.
COVERS_BONUS, BEST_BONUS = 0.3, 0.2
# A memory without a shared word is found only if its meaning is at least this near.
LEAST_COSINE = 0.3
# The cosine assumed for the best match by words among memories that have no vectors, such as turns
# of a session, if it covers the whole question.
ASSUMED_COSINE = 0.5


def fuse(hits: Sequence[Hit], similar: Mapping[int, float]) -> list[Hit]:
    """The hits by words and the memories near in meaning as one list, best first."""
    wordy = max((hit.share for hit in hits if hit.number not in similar), default=0.0)
    fused = [_with_meaning(hit, similar.get(hit.number), wordy) for hit in hits]
    matched = {hit.number for hit in hits}
    fused += [
        Hit(number, cosine, 0.0, (("meaning", cosine),), cosine=cosine)
        for number, cosine in similar.items()
        if cosine >= LEAST_COSINE and number not in matched
    ]
    fused.sort(key=lambda hit: (-hit.score, -hit.number))
    return fused


def _with_meaning(hit: Hit, cosine: float | None, wordy: float) -> Hit:
    """A hit scored by its cosine, the share of the question that its words cover, and their rank.

    Without a cosine the order by words stays; `wordy` is the largest share among such hits.
    """
    (_, words), others = hit.parts[0], hit.parts[1:]
    meaning = ASSUMED_COSINE * words * wordy if cosine is None else cosine
    share = words * wordy if cosine is None else hit.share
    bonus = COVERS_BONUS * share + BEST_BONUS * words
    parts = (("meaning", meaning), ("words", bonus), *others)
    return hit._replace(score=sum(part for _, part in parts), parts=parts, cosine=cosine)
