"""The first page of docs/benchmarks.md: a newcomer's questions with their figures, and the losses.

Everything is read from the checked-in results; a question without a result is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from benchmarks.lib import budgets, figures

INTRO = """# Benchmarks

How well Sightline works, what it costs, and where it loses. `python -m benchmarks.report` generates this
page from `benchmarks/results/*.jsonl`: nothing is typed by hand, and a test fails if the page is stale. To
measure your own code and your own past sessions, run `sightline bench` ([guide](guides/bench.md)).

Quality is measured on public data: real issues with their fixes, real prompts with the commits that
followed, and long conversations with questions about them. Sightline's weights were learned on parts of
these sets, so expect slightly lower results elsewhere. Times come from one shared machine: **compare the
ratios**, which come from the same run. None of this predicts your assistant's bill, because the assistant
decides what it does with the context.
"""


class Question(NamedTuple):
    """A newcomer's question, the answer with places for values, and where each value is found.

    A place is a benchmark, a line and a key, as in the comments of the documents.
    """

    text: str
    answer: str
    places: Mapping[str, str]


ISSUES = "quality_localisation | python · all · sightline | files R@5"
PROMPTS = "quality_localisation | developer_prompts · all · sightline | files R@5"
SILENT = "quality_restraint | silent on neutral, all prompts, django | silent"
CALLERS = "callers | caller lists, django"
WORDS = "quality_memory | memory words · all · words | hit@3"
WHOLE = "token_savings | python: whole files | tokens_mean"
SKELETON = "token_savings | python: skeleton | tokens_mean"
HOOK = "hook_speed | prompt hook, django: with the session's server"
CHAOS = "faults | chaos rounds"
QUESTIONS = (
    Question(
        "Does it find the files a task needs?",
        "On real issues of Python projects, {issues:.0f} % of the files that the fix changed are among its first "
        "five. For prompts as developers type them it is {prompts:.0f} %.",
        {"issues": ISSUES, "prompts": PROMPTS},
    ),
    Question(
        "Is it quiet when it has nothing to say?",
        "On django, {silent:.1%} of the prompts about something else get neither code nor memories.",
        {"silent": SILENT},
    ),
    Question(
        "Are its caller lists right?",
        "On django, {right:.1%} of the callers it is certain of are callers, and its lists contain "
        "{listed:.1%} of all callers.",
        {"right": f"{CALLERS} | precision", "listed": f"{CALLERS} | recall"},
    ),
    Question(
        "Does it find a memory again?",
        "Asked for in other words than it was written in, the memory is among the first three for {words:.0f} % "
        "of the questions.",
        {"words": WORDS},
    ),
    Question(
        "Does it lose what I told it?",
        "{prompts:,} prompts and {memories:,} memories were saved while {servers} servers and {hooks} hooks "
        "were killed at random; {lost_prompts} prompts and {lost} memories were lost.",
        {
            "prompts": f"{CHAOS} | prompts_acknowledged",
            "memories": f"{CHAOS} | memories_acknowledged",
            "servers": f"{CHAOS} | servers_killed",
            "hooks": f"{CHAOS} | killed",
            "lost_prompts": f"{CHAOS} | prompts_lost",
            "lost": f"{CHAOS} | memories_lost",
        },
    ),
    Question(
        "Does it save tokens?",
        "The outline of a file (`get_skeleton`) has {skeleton:,.0f} tokens on average, the file {whole:,.0f}.",
        {"skeleton": SKELETON, "whole": WHOLE},
    ),
    Question(
        "Does it slow my prompts down?",
        "On django, a prompt takes {cpu:.0f} ms of CPU while the assistant's server runs. Starting Python and doing "
        "nothing takes {bare:.0f} ms.",
        {"cpu": f"{HOOK} | cpu_p50_ms", "bare": f"{HOOK} | bare_cpu_p50_ms"},
    ),
    Question(
        "Does it slow my assistant's start down?",
        "The server's first answer takes {first:.0f} ms of CPU.",
        {"first": "server | first answer: initialize and tools/list | cpu_ms"},
    ),
    Question(
        "How long does the first index take?",
        "{seconds:.0f} s of CPU for the {files:,} files of django.",
        {
            "seconds": "index_speed | django | seconds.everything",
            "files": "index_speed | django | files",
        },
    ),
    Question(
        "How long does the installation take?",
        "`./run` in a fresh clone takes {seconds:.0f} s of CPU, downloads included.",
        {"seconds": "install_cost | ./run in a fresh clone | cpu_s"},
    ),
)  # fmt: skip


def in_short() -> str:
    """The few figures that a newcomer asks for, in sentences."""
    lines = ["## In short", "", "| question | answer |", "|---|---|"]
    for question in QUESTIONS:
        values = {name: value_at(place) for name, place in question.places.items()}
        if None not in values.values():
            answer = question.answer.format(**values).replace("%", " %").replace("  %", " %")
            lines.append(f"| {question.text} | {answer} |")
    return "\n".join([*lines, ""])


def value_at(place: str) -> Any:
    """The value at "benchmark | line | key", or None if it was not measured."""
    benchmark, name, key = place.split(" | ")
    return figures.value_of(benchmark, name, key)


def losses(sections: Sequence[tuple[str, tuple[str, ...]]]) -> str:
    """Where a bound was missed, where another method won in the same run, and what was wasted."""
    lines = [*missed_bounds(sections), *better_methods(), *token_losses()]
    return "\n".join(
        [
            "## Where Sightline loses\n",
            *(lines or ["- In no measured case."]),
            "\nThe rest of this page is for reference: every budget and target, then every benchmark.\n",
        ]
    )


def missed_bounds(sections: Sequence[tuple[str, tuple[str, ...]]]) -> Iterator[str]:
    """One line for each section with missed budgets or targets: how many, and the furthest off."""
    for title, names in sections:
        bounds = [
            (bound, measured)
            for bound in (*budgets.BUDGETS, *budgets.TARGETS)
            if bound.benchmark in names and (measured := budgets.value(bound)) is not None
        ]
        missed = [(bound, value) for bound, value in bounds if not budgets.met(bound, value)]
        if missed:
            bound, value = max(missed, key=lambda pair: distance(*pair))
            count = f"{len(missed)} of {len(bounds)} bounds are missed"
            if len(missed) == 1:
                count = f"one of {len(bounds)} bounds is missed"
            most = "; the furthest" if len(missed) > 1 else ""
            yield (
                f"- **{title}**: {count}{most}: {lower_first(bound.sentence)}, {number(value)} {bound.unit} "
                f"({bound_text(bound)})."
            )


def distance(bound: budgets.Bound, measured: float) -> float:
    """How far a measured value is from its bound, as a factor."""
    low, high = sorted((abs(bound.bound), abs(measured)))
    return high / low if low else float("inf")


def better_methods() -> Iterator[str]:
    """The methods that were better in the same run, in one line for each set and measure."""
    by_measure: dict[tuple[str, str], list[str]] = {}
    for comparison in budgets.comparisons():
        ours = figures.value_of(comparison.benchmark, comparison.ours, comparison.key)
        theirs = figures.value_of(comparison.benchmark, comparison.theirs, comparison.key)
        if ours is not None and theirs is not None and theirs > ours:
            measure, _, method = comparison.sentence.rpartition(": ")
            text = f"{method} {number(theirs)} {comparison.unit}"
            group = (measure, f"{number(ours)} {comparison.unit}")
            by_measure.setdefault(group, []).append(text)
    for (measure, ours), others in by_measure.items():
        yield f"- **Others are better** at {measure}: {', '.join(others)}; Sightline {ours}."


def token_losses() -> Iterator[str]:
    """The token results that speak against Sightline."""
    stored = figures.lines_of("token_savings")
    names = {
        "python": "Python issues",
        "multilingual": "issues in other languages",
        "developer_prompts": "developers' prompts",
    }
    shares = [
        f"{stored[f'{key}: capsule']['dearer_than_whole_files_pct']:.0f} % of {name}"
        for key, name in names.items()
        if f"{key}: capsule" in stored
    ]
    if shares:
        yield (
            f"- **Tokens**: for {', '.join(shares)}, a capsule costs more tokens than reading the right files "
            "whole, for somebody who knows them in advance."
        )
    sessions = figures.lines_of("token_sessions")
    again = sessions.get("recovery after a compaction")
    if again and again["named_unasked_pct"] < 80:
        yield (
            f"- **After a compaction**, {again['named_unasked_pct']:.0f} % of the files that are used again are "
            f"listed without being asked for, and {again['named_by_recover_session_pct']:.0f} % by `recover_session`."
        )
    twice = sessions.get("repeated question")
    if twice:
        yield (
            f"- **A repeated question** costs {twice['second_of_first_pct']:.0f} % of the first answer: bodies "
            "are not sent again, but signatures are."
        )
    for line in figures.lines_of("replay_sessions").values():
        yield (
            f"- **Real sessions**: {100 * line['spoke_nothing_of_it_touched']:.0f} % of the code injections named "
            f"nothing that was then read or edited, and {line['silent_though_files_were_edited']} of "
            f"{line['with_edits']} prompts that led to edits got no code ({line['figure'].replace('replay, ', '')})."
        )


def lower_first(text: str) -> str:
    """The text with a small first letter, unless its first word is a name or an abbreviation."""
    word = text.split()[0]
    is_name = word in ("Python", "Claude", "Go") or not word[0].isalpha() or word.isupper()
    return text if is_name else text[:1].lower() + text[1:]


def bound_text(bound: budgets.Bound) -> str:
    """A bound in words."""
    least = "at most" if bound.sign == "<=" else "at least"
    return f"{least} {bound.bound:g} {bound.unit}"


def number(value: float) -> str:
    """A number with thousands separators and no superfluous digits."""
    if value == int(value) and abs(value) < 1e15:
        return f"{int(value):,}"
    return f"{value:,.1f}" if abs(value) >= 100 else f"{value:g}"
