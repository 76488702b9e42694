"""What was promised and what was measured: every target once, with where its figure stands.

A figure that misses its target is listed as a loss; one that was not measured is said to be so.
"""

from __future__ import annotations

from typing import NamedTuple

try:
    from benchmarks import figures
except ImportError:  # run from this folder
    import figures  # type: ignore[no-redef]


class Target(NamedTuple):
    """One promise: at most or at least this, for one value of one line."""

    sentence: str
    benchmark: str
    name: str
    key: str
    sign: str
    bound: float
    unit: str = ""


class Rival(NamedTuple):
    """Ours beside another way in the same run; more is better."""

    sentence: str
    benchmark: str
    ours: str
    theirs: str
    key: str
    unit: str = ""


INDEX = "times ctags"
# The targets of questions hold for a project of about this many symbols and more.
LARGE = 50_000
HOOK = "prompt hook, 100,000 symbols"
TARGETS = (
    Target("Symbols and full text of django, CPU of universal-ctags", "index_speed", "django", f"{INDEX}.symbols and text", "<=", 12, "x"),
    Target("Everything with edges, django", "index_speed", "django", f"{INDEX}.everything", "<=", 20, "x"),
    Target("Everything with edges, Go files of prometheus", "index_speed", "prometheus, only .go", f"{INDEX}.everything", "<=", 30, "x"),
    Target("Peak memory of the index run, django", "index_speed", "django", "seconds.megabytes", "<=", 250, "MB"),
    Target("Peak memory with history, django", "index_speed", "django", "with history megabytes", "<=", 250, "MB"),
    Target("A run with nothing to do, django", "index_speed", "django", f"{INDEX}.no change", "<=", 0.3, "x"),
    Target("One changed file, django", "index_speed", "django", f"{INDEX}.one file", "<=", 0.5, "x"),
    Target("A run with nothing to do, Go files of prometheus", "index_speed", "prometheus, only .go", f"{INDEX}.no change", "<=", 0.3, "x"),
    Target("One changed file, Go files of prometheus", "index_speed", "prometheus, only .go", f"{INDEX}.one file", "<=", 0.5, "x"),
    Target("Prompt hook over the bare interpreter, p50 CPU", "hook_speed", f"{HOOK}: cpu", "p50_over_bare", "<=", 5, "x"),
    Target("Prompt hook over the bare interpreter, p95 CPU", "hook_speed", f"{HOOK}: cpu", "p95_over_bare", "<=", 9, "x"),
    Target("Server start over a bare MCP server, CPU", "server", "start to first answer: initialize", "ratio", "<=", 1.3, "x"),
    Target("Idle server over a bare one, memory", "server", "memory, idle, after indexing and calls", "ratio", "<=", 1.6, "x"),
    Target("What a tool call adds to its work, p50", "server", "tool call: query_symbol", "added_ms_p50", "<=", 5, "ms"),
    Target("Prompt hook over HTTP, 100,000 symbols and 10,000 memories, p50", "hook_speed", "HTTP prompt hook on loopback, 100,000 symbols: wall", "p50_ms", "<=", 10, "ms"),
    Target("Prompt hook over HTTP, 400 files, p50", "server", "HTTP on loopback: prompt hook", "p50_ms", "<=", 10, "ms"),
    Target("Python issues: gold files in the first five", "quality_localisation", "python · all · sightline", "files R@5", ">=", 77.2, "%"),
    Target("Multilingual issues: gold files in the first five", "quality_localisation", "multilingual · all · sightline", "files R@5", ">=", 78.0, "%"),
    Target("Developers' prompts: gold files in the first five", "quality_localisation", "developer_prompts · all · sightline", "files R@5", ">=", 71.4, "%"),
    Target("Python issues: gold functions present in 4,000 tokens", "quality_localisation", "python · all · sightline", "present in 4000", ">=", 82.4, "%"),
    Target("Multilingual issues: present in 4,000 tokens", "quality_localisation", "multilingual · all · sightline", "present in 4000", ">=", 72.9, "%"),
    Target("Developers' prompts: present in 4,000 tokens", "quality_localisation", "developer_prompts · all · sightline", "present in 4000", ">=", 77.0, "%"),
    Target("Silent on prompts about other things, django", "quality_restraint", "silent on neutral, all prompts, django", "silent", ">=", 0.95, "of 1"),
    Target("Silent on prompts about other things, prometheus", "quality_restraint", "silent on neutral, all prompts, prometheus", "silent", ">=", 0.95, "of 1"),
    Target("Silent on prompts about other things, entireio/cli", "quality_restraint", "silent on neutral, all prompts, entireio+cli", "silent", ">=", 0.95, "of 1"),
    Target("Developers' prompts that are told code", "quality_restraint", "developers' prompts", "inject_code", ">=", 0.8, "of 1"),
    Target("Gold functions in what they are told", "quality_restraint", "developers' prompts", "gold_functions_held", ">=", 0.6, "of 1"),
    Target("Skeleton of a file against the file, Python issues", "token_savings", "python: skeleton", "saved_pct", ">=", 85, "% fewer tokens"),
    Target("A repeated symbol lookup against the first", "token_sessions", "repeated symbol lookup", "second_of_first_pct", "<=", 5, "%"),
    Target("Conversations: turn found in the first ten", "quality_memory", "conversations · all · recall", "turn R@10", ">=", 77, "%"),
    Target("Conversations: session in the first five", "quality_memory", "conversations · all · recall", "session R@5", ">=", 89, "%"),
    Target("Developers' sessions, mean reciprocal rank", "quality_memory", "developer sessions · query · recall", "session MRR", ">=", 53, "%"),
    Target("Developers' topics, pairwise F1", "quality_topics", "developer_prompts: sightline", "pairwise F1", ">=", 68, "%"),
    Target("Developers' topics, new-topic F1", "quality_topics", "developer_prompts: sightline", "new-topic F1", ">=", 75, "%"),
    Target("44 prompts without sessions, pairwise F1", "quality_topics", "developer_44: sightline, trivial prompts aside", "pairwise F1", ">=", 60, "%"),
    Target("Changed links flagged by the next read, django", "memory_links", "django · 1 · tool or command · all", "flagged_share", ">=", 1, "of 1"),
    Target("Changed links flagged by the next read, prometheus", "memory_links", "prometheus · 1 · tool or command · all", "flagged_share", ">=", 1, "of 1"),
    Target("False alarms on untouched links, django", "memory_links", "django · 1 · tool or command · all", "false_alarms", "<=", 0.02, "of 1"),
    Target("Captures judged right by hand, sessions of other projects", "capture_precision", "other projects", "right_pct", ">=", 80, "%"),
    Target("Token estimate on unseen code, median error", "tokens", "token estimate, all code", "median_error_pct", "<=", 5, "%"),
)  # fmt: skip
# What is compared: the benchmark, what stands before a way's name, ours, and by which values.
COMPARED = (
    ("quality_localisation", " · ", "sightline", ("files R@5", "functions R@10")),
    ("quality_memory", " · ", "recall", ("turn R@10", "session R@1", "session R@5")),
    ("quality_topics", ": ", "sightline", ("pairwise F1", "new-topic F1", "switch F1")),
)
# Parts of the sets; the whole is compared.
ASIDE = ("conv-", "names gold", "names neither", "matcher", "aside", "query_long")


def value(target: Target) -> float | None:
    """What was measured for a target; shares saved are derived from what was spent."""
    if target.key == "saved_pct":
        whole = figures.value_of(target.benchmark, "python: whole files", "tokens_mean")
        ours = figures.value_of(target.benchmark, target.name, "tokens_mean")
        return None if not whole or ours is None else round(100 * (1 - ours / whole), 1)
    found = figures.value_of(target.benchmark, target.name, target.key)
    return None if found is None else float(found)


def targets() -> list[Target]:
    """All targets: those above, and those that lines of the query run carry themselves."""
    found = list(TARGETS)
    for name, line in figures.lines_of("query_speed").items():
        bound = line.get("target_ms")
        if isinstance(bound, int | float) and line.get("symbols", 0) >= LARGE:
            found.append(Target(f"{name}, p50", "query_speed", name, "p50_ms", "<=", bound, "ms"))
    return found


def met(target: Target, found: float) -> bool:
    return found <= target.bound if target.sign == "<=" else found >= target.bound


def rivals() -> list[Rival]:
    """Every other way that was measured on the same set in the same run."""
    found = []
    for benchmark, cut, own, keys in COMPARED:
        names = list(figures.lines_of(benchmark))
        for name in names:
            group, there, way = name.rpartition(cut)
            ours = f"{group}{cut}{own}"
            if there and way != own and ours in names and not any(p in name for p in ASIDE):
                found += [
                    Rival(f"{group}, {key}: {way}", benchmark, ours, name, key, "%") for key in keys
                ]
    return found
