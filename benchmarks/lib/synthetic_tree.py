"""Generates a tree of Python packages of any size that import, inherit from and call each other.

    python -m benchmarks.lib.synthetic_tree FOLDER [--symbols N]

The same arguments give the same bytes. FOLDER must not exist and must be outside this repository; it becomes a
git repository with one commit, as `benchmarks.index_speed` expects.
"""

from __future__ import annotations

import argparse
import pathlib
import random
import subprocess

from benchmarks import ROOT

# The number of symbols of one module, including itself.
CLASSES, METHODS, FUNCTIONS = 4, 6, 8
SYMBOLS = 1 + CLASSES * (1 + METHODS) + FUNCTIONS
MODULES = 40  # of one package
NOUNS = """order invoice basket customer parcel ledger ticket report budget session widget buffer
cursor column record filter layout packet router schema signal socket stream target vector window
account channel cluster context counter element factory gateway handler journal library message
monitor network payment planner printer process profile quality release request reserve""".split()  # noqa: SIM905
VERBS = """load store parse merge split check build render update remove collect compare convert
resolve validate publish schedule estimate normalise summarise""".split()  # noqa: SIM905


def module_text(package: int, module: int, packages: int) -> str:
    """One module; it refers to its own package and the previous one."""
    draw = random.Random(package * 1_000_003 + module)
    other = draw.randrange(max(1, package)) if package else 0
    source = f"package{other:05d}.module{draw.randrange(MODULES):02d}"
    noun = draw.choice(NOUNS)
    lines = [f'"""Works on every {noun} of package {package} of {packages}."""', ""]
    lines += [f"from {source} import Base0, helper_0", "", ""]
    for place in range(CLASSES):
        base = "Base0" if place == 1 else f"Base{place - 1}" if place > 1 else "object"
        lines += [f"class Base{place}({base}):", f'    """Holds one {draw.choice(NOUNS)}."""', ""]
        for number in range(METHODS):
            lines += _method(draw, number)
    for number in range(FUNCTIONS):
        lines += _function(draw, number)
    return "\n".join(lines) + "\n"


def _method(draw: random.Random, number: int) -> list[str]:
    verb, noun = draw.choice(VERBS), draw.choice(NOUNS)
    earlier = f"self.step_{number - 1}({noun})" if number else f"helper_0({noun}, 1)"
    return [
        f"    def step_{number}(self, {noun}, limit={draw.randrange(100)}):",
        f'        """Will {verb} the {noun} up to a limit."""',
        f"        {verb}ed = {earlier}",
        f"        if {verb}ed and limit > {draw.randrange(50)}:",
        f"            self.{noun}_{draw.choice(NOUNS)} = {verb}ed",
        f"        return {verb}ed",
        "",
    ]


def _function(draw: random.Random, number: int) -> list[str]:
    verb, noun = draw.choice(VERBS), draw.choice(NOUNS)
    return [
        "",
        f"def helper_{number}({noun}, size):",
        f"    # {draw.choice(VERBS)} what {draw.choice(NOUNS)} and {draw.choice(NOUNS)} have left",
        f"    {verb}er = Base{draw.randrange(CLASSES)}()",
        f"    return {verb}er.step_{draw.randrange(METHODS)}({noun} or size)",
        "",
    ]


def write_tree(folder: pathlib.Path, symbols: int) -> int:
    """Write the tree; returns the number of modules."""
    modules = max(1, round(symbols / SYMBOLS))
    packages = -(-modules // MODULES)
    for number in range(modules):
        package, module = divmod(number, MODULES)
        place = folder / f"package{package:05d}"
        place.mkdir(parents=True, exist_ok=True)
        (place / f"module{module:02d}.py").write_text(module_text(package, module, packages))
    return modules


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--symbols", type=int, default=1_000_000)
    arguments = parser.parse_args()
    folder = arguments.folder.resolve()
    if folder.exists() or folder.is_relative_to(ROOT):
        raise SystemExit(f"{folder} exists, or lies inside this repository: choose another folder")
    modules = write_tree(folder, arguments.symbols)
    author = ("-c", "user.name=benchmark", "-c", "user.email=benchmark@example.com")
    for command in (("init", "-q"), ("add", "-A"), (*author, "commit", "-qm", "Synthetic tree")):
        subprocess.run(["git", *command], cwd=folder, check=True)
    print(f"{modules} modules with about {modules * SYMBOLS} symbols in {folder}")


if __name__ == "__main__":
    main()
