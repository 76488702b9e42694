"""The written page holds its data inside, and a shared one nothing private."""

import hashlib
import json
import pathlib
import re

from sightline.engine import Engine
from sightline.view.page import TEMPLATE, page_data, page_html
from tests.view.conftest import inject, remember


def data_in(page: str) -> dict[str, object]:
    match = re.search(r'<script id="data" type="application/json">(.*?)</script>', page, re.S)
    assert match
    value: dict[str, object] = json.loads(match[1])
    return value


def test_the_page_holds_every_screen(engine: Engine) -> None:
    id = inject(engine)
    page = page_html(page_data(engine, shared=False))
    data = data_in(page)
    assert set(data["screens"]) == {"injections", "memories", "topics", "index", "costs"}  # type: ignore[call-overload]
    assert id in data["details"]  # type: ignore[operator]
    assert data["head"]["mode"] == "file"  # type: ignore[index]


def test_no_text_can_end_the_data(engine: Engine) -> None:
    inject(engine, prompt="</script><script>alert(1)</script><!--")
    page = page_html(page_data(engine, shared=False))
    assert "<script>alert(1)" not in page
    rows = data_in(page)["screens"]["injections"]  # type: ignore[index]
    assert rows[0]["prompt"] == "</script><script>alert(1)</script><!--"


def test_the_built_page_needs_nothing_from_elsewhere() -> None:
    page = pathlib.Path(TEMPLATE).read_text(encoding="utf-8")
    assert not re.search(r'(?:src|href)="(?:https?:)?//', page)
    assert "default-src 'none'" in page


def test_the_built_page_is_current_with_its_sources() -> None:
    web = pathlib.Path(__file__).parents[2] / "web"
    sources = [path for path in (web / "src").rglob("*") if path.is_file()]
    names = [
        path.relative_to(web).as_posix()
        for path in [*sources, web / "build.mjs", web / "package-lock.json"]
    ]
    hash = hashlib.sha256()
    for name in sorted(names):
        hash.update(f"{name}\n".encode() + (web / name).read_bytes())
    page = pathlib.Path(TEMPLATE).read_text(encoding="utf-8")
    assert f'<meta name="sources" content="{hash.hexdigest()}">' in page, (
        "stale: cd web && npm ci --ignore-scripts && npm run build"
    )


def test_a_shared_page_leaves_secrets_and_personal_items_out(engine: Engine) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    personal = remember(engine, "I prefer tabs over spaces", project="", kind="fact")
    handoff = remember(engine, "Tired; go on tomorrow", kind="handoff")
    inject(
        engine, personal.id, prompt=f"use {secret} in {engine.project.root}/app.py, jo@example.org"
    )
    text = page_html(page_data(engine, shared=True))
    for private in (secret, "tabs over spaces", handoff.id, engine.project.root, "jo@example.org"):
        assert private not in text
    assert page_data(engine, shared=True)["details"]["0001"]["items"]
