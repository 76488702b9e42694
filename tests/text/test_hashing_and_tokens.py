"""Digests that follow the text, and the documented token counts."""

import pytest

from sightline.text.hashing import digest, fingerprint
from sightline.text.tokens import bytes_over_four, capsule_cost, chars_over_four, estimate_tokens
from tests.vectors import vectors


def test_a_digest_is_stable_and_as_long_as_asked() -> None:
    assert digest("abc") == digest(b"abc") == "cf4ab791c62b8d2b2109c90275287816"
    assert len(digest("abc", 8)) == 16


def test_a_fingerprint_ignores_white_space_and_nothing_else() -> None:
    """Ruling 61: a symbol that only moved or was re-indented is the same symbol."""
    body = "def f(a):\n    return a\n"
    assert fingerprint(body) == fingerprint("  def f(a):\r\n\treturn   a")
    assert fingerprint(body) == fingerprint(body.encode())
    assert fingerprint(body) != fingerprint(body.replace("return a", "return b"))
    broken = b"caf\xe9 = 1"
    assert fingerprint(broken) == fingerprint(broken.decode("utf-8", "surrogateescape"))
    assert fingerprint("\ud800") != fingerprint("")


@pytest.mark.parametrize("case", vectors("frame")["estimate_tokens"], ids=lambda c: str(c["bytes"]))
def test_facts_cost_what_is_documented(case: dict[str, object]) -> None:
    """PC-2: bytes, not characters; never less than one."""
    assert bytes_over_four(str(case["text"])) == case["tokens"]


def test_prompt_records_and_capsule_items_cost_what_is_documented() -> None:
    """LO-11 rounds down, FO-19 and FO-21 round up."""
    assert chars_over_four("abcdefg") == 1
    assert capsule_cost("name", "function", "sig", "", "a/b.py", extra=20) == 11
    assert capsule_cost("abcde") == 2


def test_our_own_estimate_grows_with_the_text() -> None:
    """Ruling 37."""
    assert estimate_tokens("") == 0
    assert estimate_tokens("a") == 1
    assert 6 <= estimate_tokens("def handle(request):\n    return None\n") <= 14
    assert estimate_tokens("修复登录错误") >= 4
