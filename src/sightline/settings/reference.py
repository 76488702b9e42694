"""Generates the reference page of all settings from their declarations."""

from sightline.settings.read import allowed, shown
from sightline.settings.table import SECTIONS, SETTINGS, Setting

_HEAD = """\
# Settings

<!-- Generated from src/sightline/settings/table.py by `python -m sightline.cli.reference`. -->

Settings are TOML. The stronger source wins, value by value:

1. the defaults below,
2. your own file: `~/.config/sightline/settings.toml` (macOS: `~/Library/Application
   Support/sightline/settings.toml`, Windows: `%APPDATA%\\sightline\\settings.toml`;
   `$XDG_CONFIG_HOME` is used if it is set),
3. the project's file: `.sightline.toml` in the root of the working tree,
4. the environment: `SIGHTLINE_<SECTION>_<KEY>` in capitals, with underscores for dots and commas
   between list items: `SIGHTLINE_FOCUS_MEMORYSIZE=200`, `SIGHTLINE_FOCUS_SIMILARITY_EXTEND=0.6`.
   `LORE_CONTEXT_BUDGET` and `LORE_CONTEXT_DEBUG` mean `injection.budget` and `injection.debug`.

An explicit 0 is a value like any other. An invalid value is reported with its file, its key and what
is allowed; the value from the weaker source applies instead. An unknown name is reported with the
nearest setting. A line that is not valid TOML is reported and skipped. Settings marked *own file* apply
to all projects: a project's file cannot change them.

```toml
[focus]
memorySize = 200
similarity.extend = 0.6

[index]
exclude = ["node_modules", "vendor", "fixtures"]
```
"""


def reference() -> str:
    """The page as Markdown."""
    parts = [_HEAD]
    for section, sentence in SECTIONS.items():
        rows = [_row(setting) for setting in SETTINGS if setting.section == section]
        parts.append(
            f"\n## [{section}]\n\n{sentence}\n\n"
            "| setting | default | allowed | description |\n"
            "|---|---|---|---|\n" + "".join(rows)
        )
    return "".join(parts)


def _row(setting: Setting) -> str:
    default = " ".join(f"`{shown(item)}`" for item in _items(setting.default))
    notes = (" *Own file.*" if setting.user_only else "") + (
        " *Later sources add to it.*" if setting.adds else ""
    )
    return f"| `{setting.key}` | {default} | {allowed(setting)} | {setting.sentence}{notes} |\n"


def _items(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else (value,)
