"""The budgets (speed and size) and quality targets, each with the result that measures it.

A budget is met or missed; within it the simplest code wins. A figure without a result is reported as not
measured.
"""

from __future__ import annotations

from typing import NamedTuple

from benchmarks.lib import figures


class Bound(NamedTuple):
    """A limit or target for one value of one result line."""

    sentence: str
    benchmark: str
    name: str
    key: str
    sign: str
    bound: float
    unit: str = ""


class Comparison(NamedTuple):
    """Sightline beside another method in the same run; more is better."""

    sentence: str
    benchmark: str
    ours: str
    theirs: str
    key: str
    unit: str = ""


# The projects the hook is measured on.
HOOK_PROJECTS = ("this repository", "django", "100,000 symbols")
LARGE = "made-100000"
BUDGETS = (
    *(
        Bound(f"Prompt hook with the session's server, {name}: CPU of both over the bare interpreter, p50", "hook_speed", f"prompt hook, {name}: with the session's server", "cpu_over_bare_p50", "<=", 4, "x")
        for name in HOOK_PROJECTS
    ),
    *(
        Bound(f"Prompt hook alone, {name}: CPU over the bare interpreter, {share}", "hook_speed", f"prompt hook, {name}: alone", f"cpu_over_bare_{share}", "<=", bound, "x")
        for name in HOOK_PROJECTS
        for share, bound in (("p50", 9), ("p95", 13))
    ),
    *(
        Bound(f"Prompt hook over HTTP, {name}: wall, p50", "hook_speed", f"prompt hook, {name}: over HTTP", "wall_p50_ms", "<=", 15, "ms")
        for name in HOOK_PROJECTS
    ),
    Bound("Status line of Claude Code, django: CPU over the bare interpreter, p50", "hook_speed", "prompt hook, django: status line", "cpu_over_bare_p50", "<=", 9, "x"),
    Bound("First index of django: CPU over universal-ctags", "index_speed", "django", "times ctags.everything", "<=", 18, "x"),
    Bound("First index of django: peak memory", "index_speed", "django", "seconds.megabytes", "<=", 300, "MB"),
    Bound("Index of django, no change: CPU over universal-ctags", "index_speed", "django", "times ctags.no change", "<=", 0.4, "x"),
    Bound("Index of django, one changed file: CPU over universal-ctags", "index_speed", "django", "times ctags.one file", "<=", 0.6, "x"),
    Bound("Search at 100,000 symbols, p50", "query_speed", f"full-text search · {LARGE}", "p50_ms", "<=", 25, "ms"),
    Bound("Capsule of 4,000 tokens at 100,000 symbols, p50", "query_speed", f"capsule of 4,000 tokens · {LARGE}", "p50_ms", "<=", 80, "ms"),
    Bound("Callers and callees at 100,000 symbols, p50", "query_speed", f"callers and callees · {LARGE}", "p50_ms", "<=", 5, "ms"),
    Bound("First answer of the server over stdio (initialize and tools/list): CPU", "server", "first answer: initialize and tools/list", "cpu_ms", "<=", 150, "ms"),
    Bound("`./run` in a fresh clone: CPU", "install_cost", "./run in a fresh clone", "cpu_s", "<=", 30, "s"),
    Bound("`./test` on two quiet cores: wall", "install_cost", "./test, everything installed", "wall_s", "<=", 240, "s"),
)  # fmt: skip
TARGETS = (
    Bound("Python issues: gold files among the first five", "quality_localisation", "python · all · sightline", "files R@5", ">=", 77.2, "%"),
    Bound("Multilingual issues: gold files among the first five", "quality_localisation", "multilingual · all · sightline", "files R@5", ">=", 78.0, "%"),
    Bound("Developers' prompts: gold files among the first five", "quality_localisation", "developer_prompts · all · sightline", "files R@5", ">=", 71.4, "%"),
    Bound("Python issues: gold functions present in 4,000 tokens", "quality_localisation", "python · all · sightline", "present in 4000", ">=", 82.4, "%"),
    Bound("Multilingual issues: present in 4,000 tokens", "quality_localisation", "multilingual · all · sightline", "present in 4000", ">=", 72.9, "%"),
    Bound("Developers' prompts: present in 4,000 tokens", "quality_localisation", "developer_prompts · all · sightline", "present in 4000", ">=", 77.0, "%"),
    Bound("Silent on neutral prompts, django", "quality_restraint", "silent on neutral, all prompts, django", "silent", ">=", 0.97, "of 1"),
    Bound("Silent on neutral prompts, prometheus", "quality_restraint", "silent on neutral, all prompts, prometheus", "silent", ">=", 0.97, "of 1"),
    Bound("Silent on neutral prompts, entireio/cli", "quality_restraint", "silent on neutral, all prompts, entireio+cli", "silent", ">=", 0.97, "of 1"),
    *(
        Bound(f"Replayed sessions: {sentence}", "replay_sessions", "replay, entire", key, sign, bound, unit)
        for sentence, key, sign, bound, unit in (
            ("blocks of code that name a file then opened", "precision_block", ">=", 0.6, "of 1"),
            ("files named that were then opened", "precision_item", ">=", 0.45, "of 1"),
            ("blocks that name an opened file not in view before", "precision_block_new", ">=", 0.55, "of 1"),
            ("newly edited files that were named", "precision_newly_edited_named", ">=", 0.45, "of 1"),
            ("tokens of a block of code, median", "precision_tokens_median", "<=", 200, "tokens"),
            ("tokens of all blocks of code", "precision_tokens_all", "<=", 40_000, "tokens"),
        )
    ),
    *(
        Bound(f"Later commits of other projects: {sentence}", "learn_selection", "later commits, each project left out", key, ">=", bound, "of 1")
        for sentence, key, bound in (
            ("files named that were changed", "item", 0.6),
            ("blocks that name a changed file", "block", 0.72),
            ("changed files that were named", "recall", 0.52),
        )
    ),
    Bound("Skeleton of a file compared with the file, Python issues", "token_savings", "python: skeleton", "saved_pct", ">=", 85, "% fewer tokens"),
    Bound("Repeated symbol lookup compared with the first", "token_sessions", "repeated symbol lookup", "second_of_first_pct", "<=", 5, "%"),
    Bound("Conversations: right turn among the first ten", "quality_memory", "conversations · all · recall", "turn R@10", ">=", 77, "%"),
    Bound("Conversations: right session among the first five", "quality_memory", "conversations · all · recall", "session R@5", ">=", 89, "%"),
    Bound("Developers' sessions, mean reciprocal rank", "quality_memory", "developer sessions · query · recall", "session MRR", ">=", 53, "%"),
    Bound("Memories asked for in other words, by words: first", "quality_memory", "memory words · all · words", "hit@1", ">=", 25, "%"),
    Bound("Memories asked for in other words, by words: among the first three", "quality_memory", "memory words · all · words", "hit@3", ">=", 45, "%"),
    Bound("The same with another wording saved: first", "quality_memory", "memory words · all · asked_as", "hit@1", ">=", 50, "%"),
    Bound("The same with another wording saved: among the first three", "quality_memory", "memory words · all · asked_as", "hit@3", ">=", 70, "%"),
    Bound("The same by meaning (`sightline[semantic]`): first", "quality_memory", "memory words · all · words and meaning", "hit@1", ">=", 48, "%"),
    Bound("The same by meaning (`sightline[semantic]`): among the first three", "quality_memory", "memory words · all · words and meaning", "hit@3", ">=", 68, "%"),
    Bound("The hook tells the right memory for a task", "quality_memory", "memory words · told by the hook", "right for the task", ">=", 38, "%"),
    Bound("The hook tells the same memory for its near miss", "quality_memory", "memory words · told by the hook", "told for the near miss", "<=", 10, "%"),
    Bound("The right memory for a task, by meaning", "quality_memory", "memory words · told by the hook and meaning", "right for the task", ">=", 50, "%"),
    Bound("The same memory for its near miss, by meaning", "quality_memory", "memory words · told by the hook and meaning", "told for the near miss", "<=", 12, "%"),
    Bound("Captured of 51 statements worth keeping", "quality_memory", "capture", "kept", ">=", 36, "statements"),
    Bound("Captured of 34 statements not worth keeping", "quality_memory", "capture", "wrongly kept", "<=", 3, "statements"),
    Bound("Developers' topics, pairwise F1", "quality_topics", "developer_prompts: sightline", "pairwise F1", ">=", 75.5, "%"),
    Bound("Developers' topics, new-topic F1", "quality_topics", "developer_prompts: sightline", "new-topic F1", ">=", 82.2, "%"),
    Bound("44 prompts with one session id, pairwise F1", "quality_topics", "developer_44: sightline", "pairwise F1", ">=", 80, "%"),
    Bound("Streams with files and replies, at the prompt, pairwise F1", "quality_topics", "sessions: sightline at the prompt", "pairwise F1", ">=", 60, "%"),
    Bound("Streams with files and replies, at the end of the turn, pairwise F1", "quality_topics", "sessions: sightline", "pairwise F1", ">=", 80, "%"),
    Bound("Other streams, not learned from, at the end of the turn, pairwise F1", "quality_topics", "other_streams: sightline", "pairwise F1", ">=", 60, "%"),
    Bound("Spliced sessions, precision of changes within one prompt", "quality_topics", "spliced sessions, changes within one prompt: sightline", "precision", ">=", 85, "%"),
    Bound("Spliced sessions, recall of changes within one prompt", "quality_topics", "spliced sessions, changes within one prompt: sightline", "recall", ">=", 80, "%"),
    Bound("Spliced sessions with replies and files, precision of changes", "quality_topics", "spliced sessions with replies and files, changes within one prompt: sightline", "precision", ">=", 85, "%"),
    Bound("Spliced sessions with replies and files, recall of changes", "quality_topics", "spliced sessions with replies and files, changes within one prompt: sightline", "recall", ">=", 80, "%"),
    Bound("Returns that bring the right topic's line", "quality_topics", "returns, lines of topics: sightline", "returns with the right line", ">=", 90, "%"),
    Bound("Lines of a wrong topic", "quality_topics", "returns, lines of topics: sightline", "wrong lines", "<=", 5, "%"),
    Bound("Changed links flagged at the next read, django", "memory_links", "django · 1 · tool or command · all", "flagged_share", ">=", 1, "of 1"),
    Bound("Changed links flagged at the next read, prometheus", "memory_links", "prometheus · 1 · tool or command · all", "flagged_share", ">=", 1, "of 1"),
    Bound("False alarms on untouched links, django", "memory_links", "django · 1 · tool or command · all", "false_alarms", "<=", 0.02, "of 1"),
    Bound("Captures judged correct by hand, sessions of other projects", "capture_precision", "other projects", "right_pct", ">=", 80, "%"),
    Bound("Token estimate on unseen code, median error", "tokens", "token estimate, all code", "median_error_pct", "<=", 5, "%"),
)  # fmt: skip
# Compared results: the benchmark, the separator before a method's name, our method, and the values.
COMPARED = (
    ("quality_localisation", " · ", "sightline", ("files R@5", "functions R@10")),
    ("quality_memory", " · ", "recall", ("turn R@10", "session R@1", "session R@5")),
    ("quality_topics", ": ", "sightline", ("pairwise F1", "new-topic F1", "switch F1")),
)
# Subsets that are not compared; the whole sets are.
SUBSETS = ("conv-", "names gold", "names neither", "matcher", "aside", "query_long")


def value(bound: Bound) -> float | None:
    """The measured value of a bound; saved shares are derived from the tokens spent."""
    if bound.key == "saved_pct":
        whole = figures.value_of(bound.benchmark, "python: whole files", "tokens_mean")
        ours = figures.value_of(bound.benchmark, bound.name, "tokens_mean")
        return None if not whole or ours is None else round(100 * (1 - ours / whole), 1)
    measured = figures.value_of(bound.benchmark, bound.name, bound.key)
    return None if measured is None else float(measured)


def met(bound: Bound, measured: float) -> bool:
    return measured <= bound.bound if bound.sign == "<=" else measured >= bound.bound


def comparisons() -> list[Comparison]:
    """Every other method measured on the same set in the same run."""
    pairs = []
    for benchmark, cut, own, keys in COMPARED:
        names = list(figures.lines_of(benchmark))
        for name in names:
            group, separator, method = name.rpartition(cut)
            ours = f"{group}{cut}{own}"
            if (
                separator
                and method != own
                and ours in names
                and not any(p in name for p in SUBSETS)
            ):
                pairs += [
                    Comparison(f"{group}, {key}: {method}", benchmark, ours, name, key, "%")
                    for key in keys
                ]
    return pairs
