"""Compiles what takes the time where a compiler is at hand; without one only speed is missing."""

import os
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

COMPILED = (
    *("strings", "looks", "forms", "weighing", "suspects", "postings", "relations"),
    *("layout", "docs", "describing", "gathering", "binding", "places", "scoping", "valuing"),
)
# Plain Python that is compiled as it is; all or nothing of it is used.
AS_WRITTEN = ("view", "views", "lookup", "members", "infer", "calls", "resolve")


class BuildWherePossible(build_ext):
    """Compiles what it can: a machine without a compiler gets plain Python."""

    def build_extension(self, ext: Extension) -> None:
        try:
            super().build_extension(ext)
        except Exception as error:
            print(f"{ext.name} is not compiled, plain Python serves: {error}", file=sys.stderr)


def extensions() -> list[Extension]:
    """What is compiled; nothing where Cython is missing."""
    try:
        from Cython.Build import cythonize
    except ImportError:
        return []
    found = cythonize(
        [
            Extension(f"sightline.native.{name}", [f"src/sightline/native/{name}.py"])
            for name in COMPILED
        ],
        build_dir="build",
        include_path=["src"],
    )
    found += cythonize(
        [
            Extension(f"sightline.index.{name}", [f"src/sightline/index/{name}.py"])
            for name in AS_WRITTEN
        ],
        build_dir="build",
        include_path=["src"],
        # What types there are stands in the `.pxd` beside each.
        compiler_directives={"language_level": 3, "annotation_typing": False},
    )
    for extension in found:
        extension.optional = True  # what could not be compiled is not looked for
        if os.name == "posix":  # as fast as with more, and compiled in two thirds of the time
            extension.extra_compile_args = ["-O2", "-g0"]
    return list(found)


setup(
    ext_modules=extensions(),
    cmdclass={"build_ext": BuildWherePossible},
    options={"build_ext": {"parallel": os.cpu_count() or 1}},
)
