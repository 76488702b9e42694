"""Compiles the loops over bytes where a compiler is at hand; without one nothing is missing but speed."""

import os

from setuptools import Extension, setup

COMPILED = (
    "strings", "looks", "forms", "weighing", "describing", "gathering", "suspects", "postings"
)  # fmt: skip


def extensions() -> list[Extension]:
    """What is compiled; nothing where Cython is missing."""
    try:
        from Cython.Build import cythonize
    except ImportError:
        return []
    return cythonize(
        [
            Extension(
                f"sightline.native.{name}", [f"src/sightline/native/{name}.py"], optional=True
            )
            for name in COMPILED
        ],
        build_dir="build",
        include_path=["src"],
        nthreads=0,
    )


setup(
    ext_modules=extensions(),
    options={"build_ext": {"parallel": os.cpu_count() or 1}},
)
