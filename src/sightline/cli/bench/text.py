"""The figures of `sightline bench` as lines for people, losses included."""

from __future__ import annotations

from typing import Any

HOW_TOKENS = (
    "tokens are estimated (within about 5 % on code); whole files and skeletons are told which\n"
    "files are right, search and capsule have to find them. The tree is the one that all\n"
    "these commits came after; messages know the outcome, so real prompts do worse."
)


def repository(value: dict[str, Any]) -> str:
    """What `sightline bench` prints."""
    parts = [_index(value["index"]), _questions(value["questions"])]
    if value["hook"]:
        parts.append(_hook(value["hook"]))
    parts.append(_tokens(value["tokens"]))
    return "\n\n".join(parts)


def _index(found: dict[str, Any]) -> str:
    lines = [
        f"index      {found['files']:,} files, {found['symbols']:,} symbols, "
        f"{found['edges']:,} relations, {found['commits']:,} past commits; "
        f"{found['index_megabytes']:,} MB on disk"
    ]
    rows = [("first run", found["first"]), ("no change", found["unchanged"])]
    rows += [(row["name"], row) for row in found["yardsticks"]]
    for name, row in rows:
        memory = f"  {row['megabytes']:>6,.0f} MB" if row.get("megabytes") else ""
        lines.append(
            f"  {name:<28} {row['cpu_seconds']:>8.2f} s CPU {row['wall_seconds']:>8.2f} s{memory}"
        )
    if found["of_it_history_cpu_seconds"]:
        lines.append(f"  of the first run {found['of_it_history_cpu_seconds']} s read past commits")
    if found["times_yardstick"]:
        best = found["yardsticks"][0]["name"]
        lines.append(f"  the first run takes {found['times_yardstick']} times {best}")
    return "\n".join(lines)


def _questions(rows: list[dict[str, Any]]) -> str:
    lines = ["questions  milliseconds each"]
    lines += [
        f"  {row['question']:<28} p50 {row['p50_ms']:>8.1f}   p95 {row['p95_ms']:>8.1f}"
        f"   ({row['asked']} asked)"
        for row in rows
    ]
    return "\n".join(lines)


def _hook(row: dict[str, Any]) -> str:
    lines = [f"prompt hook  {row['runs']} prompts, {row['answered']} answered"]
    lines += [
        f"  {what:<5} p50 {row[f'{what}_p50_ms']:>7.1f} ms  p95 {row[f'{what}_p95_ms']:>7.1f} ms"
        f"   bare interpreter {row[f'bare_{what}_ms']:.1f} ms: {row[f'{what}_times_bare']} times"
        for what in ("cpu", "wall")
    ]
    return "\n".join(lines)


def _tokens(found: dict[str, Any]) -> str:
    if not found["tasks"]:
        return f"tokens     not measured: {found.get('note') or 'no task left'}"
    lines = [
        f"tokens     {found['tasks']} past commits, from the message to the files it changed"
        f" (capsule of {found['budget']:,})",
        f"  {'':<16} {'tokens a task':>13} {'files found':>12} {'all found':>10} {'tokens a file':>14}",
    ]
    for way, row in found["ways"].items():
        each = row["tokens_per_file_found"]
        lines.append(
            f"  {way:<16} {row['tokens_per_task']:>13,} {row['files_found']:>12.0%} "
            f"{row['all_found']:>10.0%} {each if each is None else f'{each:,}':>14}"
        )
    lost = [row for row in found["each"] if row["capsule"]["found"] < row["files"]]
    lines.append(f"  the capsule missed a file in {len(lost)} of {found['tasks']}, for example:")
    lines += [f"    {row['commit'][:8]} {row['subject'][:80]}" for row in lost[:3]]
    if not lost:
        lines.pop()
    lines += [f"  {line}" for line in HOW_TOKENS.splitlines()]
    return "\n".join(lines)


def mine(value: dict[str, Any]) -> str:
    """What `sightline bench --mine` prints."""
    recall, silent, spoke, cost = (value[k] for k in ("recall", "silent", "spoke", "cost"))
    budget = next(key for key in recall if key.startswith("capsule_")).partition("_")[2]
    lines = [
        f"your past sessions  {value['prompts']:,} prompts of {value['sessions']:,} sessions replayed"
        f" ({value['prompts_found']:,} found)",
        f"  {value['with_edits']:,} of them led to edits of source files that existed then",
        "",
        "of the files that were then edited",
        f"  {_percent(recall['injected'])} would have come with the prompt itself",
        f"  {_percent(recall['in_view'])} with the prompt or an earlier one of the session",
        f"  {_percent(recall['injected_when_it_spoke'])} where it said something about code at all",
        f"  {_percent(recall['capsule_' + budget])} in a capsule of {int(budget):,} tokens, had it been asked for",
        "",
        f"silent about code in {_percent(silent['rate'])} of the prompts",
        f"  {_percent(silent['right'])} of that rightly: no source file was edited",
        f"  {silent['though_files_were_edited']:,} times wrongly"
        f" ({silent['of_them_already_in_view']:,} of them had it in view from before)",
        "",
        f"spoke about code {spoke['prompts']:,} times",
        f"  {_percent(spoke['edited_one'])} named a file that was edited, "
        f"{_percent(spoke['edited_or_read_one'])} one that was edited or read",
        f"  {_percent(spoke['nothing_of_it_touched'])} named nothing that was touched: "
        f"{spoke['tokens_of_those']:,} tokens for nothing",
        "",
        f"cost  {_number(cost['tokens_per_prompt'])} tokens a prompt on average, "
        f"{_number(cost['tokens_when_it_spoke'])} when something was said, "
        f"{cost['tokens']:,} in all",
        f"      {cost['ms_p50']} ms of work a prompt (p95 {cost['ms_p95']}), process start aside",
        "",
        *_misses(value["each"]),
        "Each prompt met the code as it was committed then, and only what came before it.",
        "Edits by subagents, of new files, tests and documents are not counted. Nothing left this machine.",
    ]
    return "\n".join(lines)


def _misses(rows: list[dict[str, Any]]) -> list[str]:
    missed = [row for row in rows if row["edited"] and not row["found"]]
    if not missed:
        return []
    step = max(1, len(missed) // 5)
    shown = [f"  {row['prompt'][:70]!r} -> {row['edited'][0]}" for row in missed[::step][:5]]
    return ["missed, for example", *shown, ""]


def _percent(share: float | None) -> str:
    return "none" if share is None else f"{share:.0%}"


def _number(value: float | None) -> str:
    return "0" if value is None else f"{value:,.0f}"
