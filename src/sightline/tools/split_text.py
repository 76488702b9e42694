"""The text side of `ai_split`: groups as a caller names them, and the proposal with its command."""

from __future__ import annotations

from collections.abc import Sequence

from sightline.errors import UsageError
from sightline.model.session import LOCKS, Topic, Turn
from sightline.text.fence import one_line
from sightline.tools.catalog import Result
from sightline.topics.threads.split_groups import TurnGroup
from sightline.topics.threads.splitting import Division
from sightline.topics.threads.suggestions import command

LONGEST_LINE = 100


def named_groups(groups: Sequence[str], titles: Sequence[str]) -> list[TurnGroup]:
    """The groups of turn ids that a caller named; semicolons separate the groups of one text."""
    texts = [text for group in groups for text in group.split(";") if text.strip()]
    return [
        TurnGroup(titles[place] if place < len(titles) else "", _numbers(text))
        for place, text in enumerate(texts)
    ]


def proposal(
    topic: Topic, turns: list[Turn], groups: Sequence[TurnGroup], confirmed: str = ""
) -> Result:
    """The groups of a split, the one that stays first, and the call that does it."""
    texts = {turn.number: turn.text for turn in turns}
    count = f"{len(groups)} groups; the first one stays" if groups else "one subject"
    lines = [f"{topic.id} {topic.title}: {len(turns)} turns, {count}"]
    for title, numbers in groups:
        lines.append(f"group {title}: {_listed(numbers)}")
        lines += [f"  {n} {one_line(texts[n], LONGEST_LINE)}" for n in numbers]
    if groups:
        lines.append(f"to do so: {confirmed}")
    value = {
        "thread_id": topic.id,
        "messages": [{"id": str(t.number), "role": t.role, "content": t.text} for t in turns],
        "proposed_groups": [
            {"title": title, "messages": [str(n) for n in numbers]} for title, numbers in groups
        ],
    }
    return Result("\n".join(lines), value)


def confirmation(topic: Topic, division: Division, groups: Sequence[TurnGroup], lock: str) -> str:
    """The call that splits exactly as proposed."""
    named = {number for group in groups for number in group.turns}
    # If the groups name everything, the one that stays is named as well.
    all_named = not named.isdisjoint(division.stays.turns)
    leaving = [division.stays, *division.leaves] if all_named else division.leaves
    arguments: dict[str, str | Sequence[str]] = {
        "thread_id": topic.id,
        "message_groups": [_listed(group.turns) for group in leaving],
        "titles": [group.title for group in leaving],
    }
    if lock != LOCKS[0]:
        arguments["lock"] = lock
    return command("ai_split", **arguments, confirm=True)


def _numbers(group: str) -> list[int]:
    parts = group.replace(",", " ").split()
    if not all(part.isdigit() for part in parts):
        raise UsageError(f"message_groups holds turn ids, not {group!r}", hint="e.g. '12,13'")
    return [int(part) for part in parts]


def _listed(numbers: Sequence[int]) -> str:
    return ",".join(map(str, numbers))
