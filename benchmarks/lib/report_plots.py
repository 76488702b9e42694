"""The plots of the report, drawn from the newest results; empty if nothing was measured."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.lib import figures, plots


def all_plots() -> Iterator[tuple[str, str]]:
    """Every plot by name; empty if nothing was measured."""
    localisation = draw_sets(
        "quality_localisation", "files R@5", "Gold files among the first five, %"
    )
    memory = draw_sets("quality_memory", "session R@5", "Right session among the first five, %")
    yield "index", draw_index()
    yield "hook", draw_hook()
    yield "localisation", localisation
    yield "tokens", draw_tokens()
    yield "replay", draw_replay()
    yield "memory", memory
    yield "topics", draw_topics()
    yield (
        "growth",
        draw_growth("code", "Cost by number of symbols, relative to the smallest project"),
    )
    growth_memories = draw_growth(
        "memories", "Cost by number of memories, relative to the smallest store"
    )
    yield "growth-memories", growth_memories


def draw_index() -> str:
    groups = []
    for name, line in figures.lines_of("index_speed").items():
        times = line.get("times ctags")
        if isinstance(times, dict):
            rows = [("universal-ctags", 1.0, "1 x")]
            rows += [
                (key, float(times[key]), f"{times[key]:g} x")
                for key in ("symbols and text", "everything", "no change", "one file")
                if key in times
            ]
            groups.append((name, rows))
    return (
        plots.bars("CPU as a multiple of universal-ctags on the same tree", groups)
        if groups
        else ""
    )


def draw_hook() -> str:
    groups: dict[str, list[plots.Row]] = {}
    for name, line in figures.lines_of("hook_speed").items():
        project, _, mode = name.partition(": ")
        rows = groups.setdefault(project, [])
        if not rows:
            bare = float(line["bare_cpu_p50_ms"])
            rows.append(("bare interpreter", bare, f"{bare:g} ms"))
        spent = float(line["cpu_p50_ms"])
        rows.append((mode, spent, f"{spent:g} ms"))
    title = "CPU of the whole prompt hook, including the server that answered it, p50"
    return plots.bars(title, list(groups.items())) if groups else ""


def draw_sets(benchmark: str, key: str, title: str) -> str:
    """One value for every method, by set."""
    groups: dict[str, list[plots.Row]] = {}
    for name, line in figures.lines_of(benchmark).items():
        group, part, method = [*name.split(" · "), "", ""][:3]
        if part in ("all", "query") and key in line:
            groups.setdefault(group, []).append((method, float(line[key]), f"{line[key]:g}"))
    return plots.bars(title, list(groups.items()), most=100.0) if groups else ""


def draw_topics() -> str:
    groups: dict[str, list[plots.Row]] = {}
    for name, line in figures.lines_of("quality_topics").items():
        group, _, method = name.partition(": ")
        if "," not in name:
            value = float(line["pairwise F1"])
            groups.setdefault(group, []).append((method, value, f"{value:g}"))
    title = "Prompts grouped correctly, pairwise F1"
    return plots.bars(title, list(groups.items()), most=100.0) if groups else ""


def draw_tokens() -> str:
    groups: dict[str, list[plots.Row]] = {}
    for name, line in figures.lines_of("token_savings").items():
        group, _, method = name.partition(": ")
        value = float(line["to_all_mean"])
        shown = f"{value:,.0f}; {line['present_pct']:g} % at first"
        groups.setdefault(group, []).append((method, value, shown))
    title = "Tokens until all right functions are delivered (and the share in the first answer)"
    return plots.bars(title, list(groups.items())) if groups else ""


def draw_replay() -> str:
    groups = []
    for name, line in figures.lines_of("replay_sessions").items():
        budget = line["budget"]
        rows = [
            (label, 100 * float(line[key]), f"{100 * float(line[key]):.0f} %")
            for label, key in (
                ("with the prompt itself", "recall_injected"),
                ("or earlier in the session", "recall_in_view"),
                (f"in a capsule of {budget:,}", f"recall_capsule_{budget}"),
                ("silent about code", "silent_rate"),
                ("silence was correct", "silent_right"),
                ("injected, and used then", "spoke_edited_or_read_one"),
            )
            if line.get(key) is not None
        ]
        groups.append((name, rows))
    title = "Past sessions replayed: files that were edited afterwards"
    return plots.bars(title, groups, most=100.0) if groups else ""


def draw_growth(axis: str, title: str) -> str:
    lines = []
    for name, line in figures.lines_of("growth").items():
        group, _, what = name.partition(": ")
        if group == axis and "yardstick" not in what and "times the bare" not in what:
            lines.append((what.partition(", CPU")[0], line["sizes"], line["times_smallest"]))
    if not lines:
        return ""
    sizes = lines[0][1]
    lines.insert(0, ("proportional to size", sizes, [size / sizes[0] for size in sizes]))
    return plots.curves(title, lines)
