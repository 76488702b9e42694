"""Speed and quality, side by side with other ways: `python -m benchmarks.NAME --help`.

This checkout is measured, whatever else is installed; BENCHMARK_SOURCE=DIR measures the sources of
another one, and then nothing can be saved.
"""

import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
SOURCE = pathlib.Path(os.environ.get("BENCHMARK_SOURCE") or ROOT / "src").resolve()
sys.path.insert(0, str(SOURCE))
