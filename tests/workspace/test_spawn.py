"""Programs are run and read without `subprocess`."""

import os
import subprocess
import sys
import time

import pytest

from sightline.workspace import git

pytestmark = pytest.mark.skipif(not hasattr(os, "posix_spawnp"), reason="another way on Windows")


def printed(code: str, timeout: float = 30.0) -> bytes | None:
    from sightline.workspace.spawn import printed

    return printed([sys.executable, "-I", "-S", "-c", code], dict(os.environ), timeout)


def test_all_that_a_program_prints_is_read() -> None:
    assert printed("print('x' * 300_000)") == b"x" * 300_000 + b"\n"
    assert printed("import sys; sys.stderr.write('lost'); print(repr(sys.stdin.read()))") == b"''\n"


def test_failures_and_missing_programs_print_nothing() -> None:
    from sightline.workspace import spawn

    assert printed("print(1); raise SystemExit(3)") is None
    assert spawn.printed(["no-such-program-here"], dict(os.environ), 5.0) is None


def test_a_program_that_takes_too_long_is_ended() -> None:
    started = time.monotonic()
    assert printed("import time; print(1, flush=True); time.sleep(60)", 0.5) is None
    assert time.monotonic() - started < 30


def test_it_works_where_our_own_standard_streams_are_closed() -> None:
    code = (
        "import os, sys; [os.close(n) for n in (0, 1)]\n"
        "from sightline.workspace.spawn import printed\n"
        "said = printed([sys.executable, '-c', 'print(5)'], dict(os.environ), 30.0)\n"
        "sys.exit(0 if said == b'5\\n' else 1)"
    )
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_git_is_run_in_the_folder_it_is_asked_about(tmp_path: object) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    assert git.text(str(tmp_path), "rev-parse", "--is-inside-work-tree") == "true"
    assert git.output(os.path.join(str(tmp_path), "nowhere"), "status") is None
