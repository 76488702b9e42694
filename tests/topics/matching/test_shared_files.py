"""Files that say little about what a turn works on."""

import pytest

from sightline.topics.matching.shared_files import is_shared


@pytest.mark.parametrize(
    "path",
    [
        *("README.md", "package.json", "src/main.rs", "cmd/dash/main.go", "app/config/settings.py"),
        *("CLAUDE.md", "src/main/resources/application.yml", "tests/conftest.py", "Cargo.toml"),
    ],
)
def test_entry_points_settings_and_manifests_are_shared(path: str) -> None:
    assert is_shared(path)


@pytest.mark.parametrize(
    "path", ["app/pdf/invoice.py", "src/imap/idle.rs", "web/LineChart.svelte", ".gitignore"]
)
def test_files_of_one_subject_are_not(path: str) -> None:
    assert not is_shared(path)
