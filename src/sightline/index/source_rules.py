"""Which paths of a project are read, by its settings."""

from sightline.settings.load import Settings
from sightline.workspace.files import Rules


def rules_of(settings: Settings) -> Rules:
    """Which paths are read, by the settings."""
    return Rules(
        settings.texts("index.exclude"),
        settings.texts("privacy.deny"),
        settings.integer("index.max_kilobytes") * 1024,
    )
