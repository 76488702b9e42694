"""Every planted secret goes through every way into the store; none is in the bytes of any file."""

import pathlib
import random
import re
import string

from sightline.engine import Engine
from sightline.index.refresh import refresh
from sightline.memory.draft import draft
from sightline.memory.keeper import add_plain
from tests.events.conftest import Assistant
from tests.text.test_secrets import PLANTED as PARAMETERS


def _unlike_any_word(secret: str) -> str:
    """A secret of the same form whose letters are drawn anew, so that nothing else holds it."""
    draw = random.Random(secret)

    def drawn(sign: str) -> str:
        for alphabet in (string.ascii_lowercase, string.ascii_uppercase, string.digits):
            if sign in alphabet:
                return draw.choice(alphabet)
        return sign

    return "".join(map(drawn, secret))


def _planted() -> list[tuple[str, str]]:
    """Each text with its secret; short ones, which may be ordinary words, made unique."""
    found = []
    for parameter in PARAMETERS:
        text, secret = parameter.values
        assert isinstance(text, str)
        assert isinstance(secret, str)
        own = _unlike_any_word(secret) if len(secret) < 24 and "." not in secret else secret
        if own != secret and not secret.startswith(KNOWN_BY_THEIR_START):
            text, secret = text.replace(secret, own), own
        found.append((text, secret))
    return found


KNOWN_BY_THEIR_START = ("AKIA", "ASIA", "xox")
PLANTED = _planted()
# Where it is planted alone; the whole list goes into one more file.
PLACES = ("{}.py", "{}.js", "{}.sh", "{}.yaml", "{}.md")


def _forms(secret: str) -> set[bytes]:
    """The secret and its words as full text would hold them, as far as they could tell it."""
    words = re.findall(r"[a-z0-9_]+", secret.lower())
    return {secret.lower().encode()} | {word.encode() for word in words if len(word) >= 6}


def _plant(root: pathlib.Path, everything: str) -> None:
    (root / "settings.py").write_text("NOTES = '''\n" + everything.replace("'''", "") + "\n'''\n")
    for number, (text, _) in enumerate(PLANTED):
        for place in PLACES:
            ending = place.rpartition(".")[2]
            folder = root / ending
            folder.mkdir(exist_ok=True)
            written = f"first = 1\n{text}\n# {text}\nlast = 2\n"
            if ending == "py":
                written = f"def planted():\n    return r'''\n{text}\n'''\n"
            elif ending == "md":
                written = f"# Notes {number}\n\nSome words, then\n{text}\n"
            (folder / place.format(f"file{number}")).write_text(written)


def test_no_planted_secret_is_in_any_database_file(
    claude: Assistant, engine: Engine, root: pathlib.Path
) -> None:
    """Ruling 38: prompts, replies, tool results, memories and source, then the raw bytes."""
    now = engine.now()
    for number, (text, _) in enumerate(PLANTED):
        add_plain(engine.memory, draft("decision", f"{number}\n{text}", now=now, project="p"))
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
    _plant(root, everything)
    stats = refresh(engine.project, engine.settings, home=engine.home)
    assert stats.files_indexed + stats.files_skipped > len(PLANTED) * len(PLACES)
    engine.close()
    files = [path for path in pathlib.Path(engine.home).rglob("*") if path.is_file()]
    assert any(path.suffix == ".db" for path in files)
    content = {path: path.read_bytes().lower() for path in files}
    leaked = [
        (form.decode(), text, path.name)
        for text, secret in PLANTED
        for form in sorted(_forms(secret))
        for path, raw in content.items()
        if form in raw
    ]
    assert leaked == []
