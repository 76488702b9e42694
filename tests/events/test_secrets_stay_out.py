"""Every planted secret goes through every way into the store; none is in the bytes of any file."""

import pathlib

from sightline.engine import Engine
from sightline.index.indexer import refresh
from sightline.memory.draft import draft
from sightline.memory.keeper import add_plain
from tests.events.conftest import Assistant
from tests.text.test_secrets import PLANTED as PARAMETERS

PLANTED = [parameter.values for parameter in PARAMETERS]


def test_no_planted_secret_is_in_any_database_file(
    claude: Assistant, engine: Engine, root: pathlib.Path
) -> None:
    """Ruling 38: prompts, replies, tool results, memories and source, then the raw bytes."""
    now = engine.now()
    for number, (text, _) in enumerate(PLANTED):
        add_plain(engine.memory, draft("decision", f"{number} {text}", now=now, project="p"))
    everything = "\n".join(text for text, _ in PLANTED)
    claude.say(f"please look at this output of the login service:\n{everything[:60_000]}")
    claude.send("Stop", last_assistant_message=f"I saw:\n{everything[:6_000]}")
    claude.send(
        "PostToolUse",
        tool_name="Bash",
        tool_input={"command": "env"},
        tool_response={"stdout": everything},
        tool_use_id="t1",
    )
    (root / "settings.py").write_text("NOTES = '''\n" + everything.replace("'''", "") + "\n'''\n")
    refresh(engine.project, engine.settings, home=engine.home)
    engine.close()
    files = [path for path in pathlib.Path(engine.home).rglob("*") if path.is_file()]
    assert any(path.suffix == ".db" for path in files)
    content = {path: path.read_bytes() for path in files}
    leaked = [
        (secret, path.name)
        for _, secret in PLANTED
        for path, raw in content.items()
        if len(secret) >= 12 and secret.encode() in raw
    ]
    assert leaked == []
