"""How many symbols refer to each, counted anew where that changed, and the highest of all.

Belongs inside a transaction of the caller. The highest is searched for only if it may be lower.
"""

from __future__ import annotations

from collections.abc import Sequence

from sightline.store.sqlite.database import Database


def recount(index: Database, ids: Sequence[int]) -> None:
    """Count anew how many symbols refer to these."""
    before = _highest_among(index, ids)
    index.run("code_write.count_fan_in", ids=ids)
    after = _highest_among(index, ids)
    most = _most_used(index)
    if after > most:
        _note(index, most_used=after)
    elif after < before and before >= most:
        _note(index, most_used_open=1)


def forget(index: Database, ids: Sequence[int]) -> None:
    """These symbols are about to go."""
    if _highest_among(index, ids) >= _most_used(index):
        _note(index, most_used_open=1)


def count_all(index: Database) -> None:
    """Count anew how many symbols refer to each, if nobody did yet."""
    if not index.value("code.meta", key="counted"):
        index.run("code_write.clear_fan_in")
        index.run("code_write.count_all_fan_in")
        _note(index, counted=1, most_used_open=1)
    if index.value("code.meta", key="most_used_open"):
        _note(index, most_used=int(index.value("code_write.most_used")), most_used_open=0)


def _highest_among(index: Database, ids: Sequence[int]) -> int:
    return int(index.value("code_write.most_used_of", ids=ids))


def _most_used(index: Database) -> int:
    return int(index.value("code.meta", key="most_used") or 0)


def _note(index: Database, **facts: int) -> None:
    for key, value in facts.items():
        index.run("code_write.set_meta", key=key, value=value)
