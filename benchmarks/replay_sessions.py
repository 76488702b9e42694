"""`sightline bench --mine` on published sessions: what would have been injected?

    python -m benchmarks.replay_sessions --project DIR --transcripts DIR [--prompts N] [--save]

--project is a git repository, --transcripts a folder of Claude Code sessions in it. The figures are those that
the command prints for a user's own past. Only sums are stored (`--save`), no prompt.
"""

from __future__ import annotations

import argparse
import pathlib
import sys

from benchmarks.lib import results
from sightline.measure.replay import replay


def say(phase: str, done: int, total: int) -> None:
    if done % 100 == 0:
        print(f"{phase}: {done} of {total}", file=sys.stderr)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--project", required=True)
    parser.add_argument("--transcripts", required=True)
    parser.add_argument("--prompts", type=int, default=600, help="the newest N")
    parser.add_argument("--budget", type=int, default=4_000)
    results.add_save_option(parser)
    arguments = parser.parse_args()
    report = replay(
        arguments.project,
        folder=arguments.transcripts,
        most=arguments.prompts,
        budget=arguments.budget,
        progress=say,
    )
    counted = ("prompts", "sessions", "with_edits", "new_files")
    line = {
        "figure": f"replay, {pathlib.Path(arguments.project).name}",
        **{name: report[name] for name in counted},
        "budget": arguments.budget,
        **{
            f"{part}_{name}": value
            for part in (
                "precision",
                "precision_first",
                "precision_later",
                "recall",
                "silent",
                "spoke",
                "cost",
            )
            for name, value in report[part].items()
            if value is not None
        },
    }
    results.publish("replay_sessions", [line], save=arguments.save)


if __name__ == "__main__":
    main()
