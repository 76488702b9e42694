"""`sightline bench --mine` on sessions that others published: what would have been injected?

    python benchmarks/replay_sessions.py --project DIR --transcripts DIR [--prompts N] [--keep]

--project is a git repository, --transcripts a folder of Claude Code sessions in it; the figures are
those the command prints for anyone's own past. Only sums are kept (`--keep`), no prompt.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "benchmarks")]

from keeping import keep  # noqa: E402
from sightline.measure.replay import replay  # noqa: E402


def say(phase: str, done: int, total: int) -> None:
    if done % 100 == 0:
        print(f"{phase}: {done} of {total}", file=sys.stderr)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--project", required=True)
    parser.add_argument("--transcripts", required=True)
    parser.add_argument("--prompts", type=int, default=600, help="the newest N")
    parser.add_argument("--budget", type=int, default=4_000)
    parser.add_argument("--keep", action="store_true", help="keep the sums in the repository")
    arguments = parser.parse_args()
    found = replay(
        arguments.project,
        folder=arguments.transcripts,
        most=arguments.prompts,
        budget=arguments.budget,
        progress=say,
    )
    counted = ("prompts", "sessions", "with_edits", "new_files")
    line = {
        "figure": f"replay, {pathlib.Path(arguments.project).name}",
        **{name: found[name] for name in counted},
        "budget": arguments.budget,
        **{
            f"{part}_{name}": value
            for part in ("recall", "silent", "spoke", "cost")
            for name, value in found[part].items()
        },
    }
    print(json.dumps(line))
    if arguments.keep:
        keep("replay_sessions", [line])


if __name__ == "__main__":
    main()
