"""Digests that follow the text, and the documented token counts."""

import pytest

from sightline.text.hashing import digest, fingerprint
from sightline.text.tokens import bytes_over_four, capsule_cost, estimate_tokens
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
    assert capsule_cost("name", "function", "sig", "", "a/b.py", extra=20) == 11
    assert capsule_cost("abcde") == 2


# Real counts of three tokenizers: o200k, cl100k, an older one of Claude.
COUNTED = {
    "python": (
        """\
def expire_session(user_id: int, *, grace: float = 0) -> bool:
    \"\"\"End the session unless it was used within `grace` seconds.\"\"\"
    session = store.get(f"session:{user_id}")
    if session is None or session.last_used + grace > time.time():
        return False
    return store.delete(session.key)
""",
        (73, 73, 83),
    ),
    "typescript": (
        """\
export const useCartStore = defineStore("cart", () => {
  const items = ref<CartItem[]>([]);
  const total = computed(() => items.value.reduce((sum, i) => sum + i.price * i.count, 0));
  async function checkout(): Promise<void> {
    await api.post("/orders", { items: items.value });
  }
  return { items, total, checkout };
});
""",
        (84, 84, 95),
    ),
    "prose": (
        """\
Sessions are ended when they are read, not by a sweeper: the sweeper locked the table under load,
and nobody noticed a session that lived a minute longer. If you change this, look at the migration
of last spring first.
""",
        (49, 49, 52),
    ),
    "table": (
        """\
| id | name | weight | seen |
|---|---|---|---|
| 1042 | parse_header | 0.81 | 2026-02-10 |
| 1043 | read_frame | 0.633 | 2026-02-11 |
""",
        (60, 60, 54),
    ),
    "japanese": (
        """\
ログイン後にセッションがすぐ切れる問題を修正しました。原因は時計のずれです。
""",
        (25, 37, 39),
    ),
}


@pytest.mark.parametrize("kind", COUNTED)
def test_our_own_estimate_is_near_what_tokenizers_count(kind: str) -> None:
    """Ruling 37: one estimate for code, prose, tables and CJK; benchmarks/tokens.py says how near."""
    text, counts = COUNTED[kind]
    assert estimate_tokens(text) == pytest.approx(sum(counts) / 3, rel=0.12)


def test_our_own_estimate_grows_with_the_text() -> None:
    """Ruling 37."""
    assert estimate_tokens("") == 0
    assert estimate_tokens("a") == 1
    assert 6 <= estimate_tokens("def handle(request):\n    return None\n") <= 14
    assert estimate_tokens("修复登录错误") >= 4
