"""The prompt hook with and without a team: python -m benchmarks.team_hook [--runs 100] [--save]

Two copies of this repository with the same 1,000 memories and 300 past prompts. One is connected to a team server that
cannot be reached, its memories belong to the team, and half of them wait to be sent. The hook of each runs
alternately, beside the bare interpreter, without the session's server, on the same prompts.
"""

from __future__ import annotations

import argparse
import pathlib
import tempfile

from benchmarks import ROOT
from benchmarks.hook_speed import WARM_UPS, Event, figure, make_project, run, turns
from benchmarks.lib.processes import HOOK, NOTHING
from benchmarks.lib.projects import Project
from benchmarks.lib.results import add_save_option, publish
from sightline.store import sync
from sightline.store.team.address import parse_address, remember

MEMORIES = 1_000
UNREACHABLE = "postgresql://nobody@192.0.2.1/team"


def connect(project: Project) -> None:
    """Connect a project to a server that does not answer, with much to send."""
    engine = project.engine()
    address = parse_address(UNREACHABLE)
    remember(address, str(project.home))
    engine.memory.statement(
        "UPDATE memory SET scope = 'team', author = 'alice' WHERE kind <> 'observation'"
    )
    sync.connect(
        engine.memory,
        engine.project.id,
        server=address.name,
        team_id="00000000-0000-0000-0000-000000000001",
        name="shop",
        role="writer",
    )
    engine.memory.statement("DELETE FROM team_outbox WHERE number % 2 = 0")
    engine.close()


def main() -> None:
    """Measure and print; see the module's text."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--runs", type=int, default=100)
    add_save_option(parser)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        alone, team = (Project(pathlib.Path(folder, name)) for name in ("alone", "team"))
        for project in (alone, team):
            make_project(project, ROOT, MEMORIES)
        connect(team)
        count = arguments.runs + WARM_UPS
        events: dict[str, list[Event]] = {"not connected": [], "connected to a team": []}
        for mine, theirs in zip(turns(alone, count, "a"), turns(team, count, "b"), strict=True):
            bare = run(NOTHING, alone)
            for name, project, turn in (
                ("not connected", alone, mine),
                ("connected to a team", team, theirs),
            ):
                hook = run(HOOK, project, turn.prompt)
                events[name].append(Event(bare, hook.cpu_ms, 0.0, hook.wall_ms, hook.output))
        lines = [
            figure("this repository", name, taken[WARM_UPS:]) for name, taken in events.items()
        ]
    publish("team_hook", lines, save=arguments.save)


if __name__ == "__main__":
    main()
