"""Cost of a fresh installation: python -m benchmarks.install_cost [--test] [--save]

Clones the committed state of this repository into a temporary folder and runs `./run` there, with an empty
`.venv` and without the caches of pip and uv, then `./run` again, then `pip install .` in another environment.
Measures CPU and wall seconds of all processes (including downloads), packages, and megabytes of `.venv`.
`--test` then installs the development dependencies and times a whole `./test`. Uncommitted changes are not
measured.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
from typing import Any

from benchmarks import ROOT
from benchmarks.lib.results import add_save_option, publish
from sightline.measure.process_cost import Cost, run

# Variables that would select another interpreter, other sources, or no bytecode.
LEFT_OUT = ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE", "VIRTUAL_ENV", "BENCHMARK_SOURCE")
NO_CACHES = {"PIP_NO_CACHE_DIR": "1", "UV_NO_CACHE": "1"}


def clone(target: pathlib.Path) -> str:
    """Clone the committed state of this repository; returns its short hash."""
    subprocess.run(["git", "clone", "-q", str(ROOT), str(target)], check=True)
    asked = ["git", "rev-parse", "--short", "HEAD"]
    output = subprocess.run(asked, cwd=target, check=True, capture_output=True, text=True)
    return output.stdout.strip()


def run_script(folder: pathlib.Path, *command: str) -> Cost:
    """Run one of the clone's scripts to its end."""
    environ = {key: value for key, value in os.environ.items() if key not in LEFT_OUT}
    cost = run(command, cwd=str(folder), environ=environ | NO_CACHES, memory=True)
    if cost.code:
        output = cost.output.decode("utf-8", "replace")[-3_000:]
        raise SystemExit(f"{' '.join(command)} ended with {cost.code}:\n{output}")
    return cost


def size_of(folder: pathlib.Path) -> float:
    """Megabytes of all files below a folder."""
    paths = (path for path in folder.rglob("*") if not path.is_symlink() and path.is_file())
    return sum(path.stat().st_size for path in paths) / 1e6


def measure_run(folder: pathlib.Path, commit: str) -> dict[str, Any]:
    """The first `./run` of a clone, and what it installed."""
    cost = run_script(folder, "./run")
    environment = folder / ".venv"
    packages = list(environment.glob("lib/python*/site-packages/*.dist-info"))
    return {
        "figure": "./run in a fresh clone",
        "cpu_s": round(cost.cpu, 1),
        "wall_s": round(cost.wall, 1),
        "peak_megabytes": round(cost.megabytes),
        "packages": len(packages),
        "installed_megabytes": round(size_of(environment), 1),
        "with": "uv" if shutil.which("uv") else "pip",
        "commit": commit,
    }


def measure_again(folder: pathlib.Path, commit: str) -> dict[str, Any]:
    """The second `./run` of a clone."""
    return cost_of("./run again", run_script(folder, "./run"), commit)


def measure_pip(folder: pathlib.Path, commit: str) -> dict[str, Any]:
    """`pip install .` in a new virtual environment."""
    environment = folder.parent / "environment"
    subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
    python = environment / ("Scripts" if os.name == "nt" else "bin") / "python"
    cost = run_script(folder, str(python), "-m", "pip", "install", "-q", ".")
    return cost_of("pip install . in a new environment", cost, commit)


def measure_test(folder: pathlib.Path, commit: str) -> dict[str, Any]:
    """A whole `./test`, after its installation."""
    run_script(folder, "./test", "--version")
    return cost_of("./test, everything installed", run_script(folder, "./test"), commit)


def cost_of(figure: str, cost: Cost, commit: str) -> dict[str, Any]:
    """A figure of seconds alone."""
    return {
        "figure": figure,
        "cpu_s": round(cost.cpu, 1),
        "wall_s": round(cost.wall, 1),
        "commit": commit,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--test", action="store_true", help="time ./test as well (minutes)")
    add_save_option(parser)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="sightline-install-") as temporary:
        folder = pathlib.Path(temporary).resolve() / "sightline"
        commit = clone(folder)
        measures = [measure_run, measure_again, measure_pip]
        if arguments.test:
            measures.append(measure_test)
        for measure in measures:
            publish("install_cost", [measure(folder, commit)], save=arguments.save)


if __name__ == "__main__":
    main()
