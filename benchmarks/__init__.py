"""Speed and quality benchmarks, compared with other tools: `python -m benchmarks.NAME --help`.

They measure this checkout, whatever else is installed. BENCHMARK_SOURCE=DIR measures the sources of
another checkout; its figures cannot be saved.
"""

import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
SOURCE = pathlib.Path(os.environ.get("BENCHMARK_SOURCE") or ROOT / "src").resolve()
sys.path.insert(0, str(SOURCE))
