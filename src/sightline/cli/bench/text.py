"""The figures of `sightline bench` as text, losses included."""

from __future__ import annotations

from typing import Any

HOW_TOKENS = (
    "Tokens are estimated (within about 5 % on code). Whole files and skeletons are told which\n"
    "files are right; search and capsule have to find them. The tree is the one before all of\n"
    "these commits. Commit messages know the outcome, so real prompts do worse."
)


def repository_text(value: dict[str, Any]) -> str:
    """The output of `sightline bench`."""
    parts = [_index(value["index"]), _questions(value["questions"])]
    if value["hook"]:
        parts.append(_hook(value["hook"]))
    parts.append(_tokens(value["tokens"]))
    return "\n\n".join(parts)


def _index(index: dict[str, Any]) -> str:
    lines = [
        f"index      {index['files']:,} files, {index['symbols']:,} symbols, "
        f"{index['edges']:,} relations, {index['commits']:,} past commits; "
        f"{index['index_megabytes']:,} MB on disk"
    ]
    rows = {"first run": index["first"], "no change": index["unchanged"]}
    rows |= {row["name"]: row for row in index["yardsticks"]}
    for name, row in rows.items():
        memory = f"  {row['megabytes']:>6,.0f} MB" if row.get("megabytes") else ""
        lines.append(
            f"  {name:<28} {row['cpu_seconds']:>8.2f} s CPU {row['wall_seconds']:>8.2f} s{memory}"
        )
    history = index["of_it_history_cpu_seconds"]
    if history:
        lines.append(f"  {history} s of the first run were spent on past commits")
    if index["times_yardstick"]:
        yardstick = next(iter(index["yardsticks"]))["name"]
        lines.append(
            f"  the first run takes {index['times_yardstick']} times as long as {yardstick}"
        )
    return "\n".join(lines)


def _questions(rows: list[dict[str, Any]]) -> str:
    lines = ["questions  milliseconds per question"]
    lines += [
        f"  {row['question']:<28} p50 {row['p50_ms']:>8.1f}   p95 {row['p95_ms']:>8.1f}"
        f"   ({row['asked']} asked)"
        for row in rows
    ]
    return "\n".join(lines)


def _hook(row: dict[str, Any]) -> str:
    lines = [f"prompt hook  {row['runs']} prompts, {row['answered']} answered"]
    lines += [
        f"  {clock:<5} p50 {row[f'{clock}_p50_ms']:>7.1f} ms  p95 {row[f'{clock}_p95_ms']:>7.1f} ms"
        f"   bare interpreter {row[f'bare_{clock}_ms']:.1f} ms: {row[f'{clock}_times_bare']} times"
        for clock in ("cpu", "wall")
    ]
    return "\n".join(lines)


def _tokens(tokens: dict[str, Any]) -> str:
    if not tokens["tasks"]:
        return f"tokens     not measured: {tokens.get('note') or 'no task left'}"
    lines = [
        f"tokens     {tokens['tasks']} past commits: the message as prompt, the changed files as target"
        f" (capsule of {tokens['budget']:,})",
        f"  {'':<16} {'tokens/task':>13} {'files found':>12} {'all found':>10} {'tokens/file':>14}",
    ]
    for method, row in tokens["ways"].items():
        each = row["tokens_per_file_found"]
        lines.append(
            f"  {method:<16} {row['tokens_per_task']:>13,} {row['files_found']:>12.0%} "
            f"{row['all_found']:>10.0%} {each if each is None else f'{each:,}':>14}"
        )
    missed = [row for row in tokens["each"] if row["capsule"]["found"] < row["files"]]
    if missed:
        lines.append(
            f"  the capsule missed a file in {len(missed)} of {tokens['tasks']} tasks, for example:"
        )
        lines += [f"    {row['commit'][:8]} {row['subject'][:80]}" for row in missed[:3]]
    lines += [f"  {line}" for line in HOW_TOKENS.splitlines()]
    return "\n".join(lines)


def replay_text(value: dict[str, Any]) -> str:
    """The output of `sightline bench --mine`."""
    recall, silent, spoke, cost = (value[k] for k in ("recall", "silent", "spoke", "cost"))
    budget = next(key for key in recall if key.startswith("capsule_")).removeprefix("capsule_")
    lines = [
        f"your past sessions  {value['prompts']:,} prompts of {value['sessions']:,} sessions replayed"
        f" ({value['prompts_found']:,} found)",
        f"  {value['with_edits']:,} of them led to edits of existing source files",
        "",
        *(_recall_lines(recall, int(budget)) if value["with_edits"] else ()),
        f"no code injected for {_percent(silent['rate'])} of the prompts",
        f"  {_percent(silent['right'])} of them correctly: no source file was edited",
        f"  {silent['though_files_were_edited']:,} of them wrongly"
        f" ({silent['of_them_already_in_view']:,} had the file from an earlier prompt)",
        "",
        f"code injected for {spoke['prompts']:,} prompts",
        f"  {_percent(spoke['edited_one'])} named a file that was edited, "
        f"{_percent(spoke['edited_or_read_one'])} one that was edited or read",
        f"  {_percent(spoke['nothing_of_it_touched'])} named no file that was edited or read: "
        f"{spoke['tokens_of_those']:,} tokens wasted",
        "",
        f"cost  {_number(cost['tokens_per_prompt'])} tokens per prompt on average, "
        f"{_number(cost['tokens_when_it_spoke'])} per injection, "
        f"{cost['tokens']:,} in total",
        f"      {cost['ms_p50']} ms per prompt (p95 {cost['ms_p95']}), without process start",
        "",
        *_missed_lines(value["each"]),
        "Each prompt was replayed on the code as committed at its time, knowing only what came before.",
        "Edits by subagents and of new files, tests and documents are not counted. Nothing left this machine.",
    ]
    return "\n".join(lines)


def _recall_lines(recall: dict[str, Any], budget: int) -> list[str]:
    return [
        "of the files that were edited after a prompt",
        f"  {_percent(recall['injected'])} would have been injected with that prompt",
        f"  {_percent(recall['in_view'])} with that prompt or an earlier one of the session",
        f"  {_percent(recall['injected_when_it_spoke'])} counting only prompts with injected code",
        f"  {_percent(recall[f'capsule_{budget}'])} would be in a capsule of {budget:,} tokens, if asked for",
        "",
    ]


def _missed_lines(rows: list[dict[str, Any]]) -> list[str]:
    missed = [row for row in rows if row["edited"] and not row["found"]]
    if not missed:
        return []
    step = max(1, len(missed) // 5)
    examples = [
        f"  {row['prompt'][:70]!r} -> {next(iter(row['edited']))}" for row in missed[::step][:5]
    ]
    return ["missed, for example", *examples, ""]


def _percent(share: float | None) -> str:
    return "none" if share is None else f"{share:.0%}"


def _number(value: float | None) -> str:
    return "0" if value is None else f"{value:,.0f}"
