"""`remember` says no with its exit code, and offers to replace what a new memory corrects."""

from tests.conftest import Sightline


def test_a_correction_is_kept_and_offered_as_a_replacement(sightline: Sightline) -> None:
    first = sightline("remember", "Use port 8080 for the staging server")
    old = first.stdout.split()[2]
    second = sightline("remember", "Use port 9090 for the staging server")
    assert second.returncode == 0
    assert "kept as" in second.stdout
    assert f"sightline supersede {old}" in second.stdout
    assert "9090 against 8080" in second.stdout


def test_a_memory_that_is_not_kept_fails(sightline: Sightline) -> None:
    sightline("remember", "Always run the staging server behind the proxy")
    again = sightline("remember", "Always run the staging server behind a proxy")
    assert "not kept" in again.stdout
    assert again.returncode == 1
    assert sightline("remember", "Always run the staging server behind the proxy").returncode == 0
