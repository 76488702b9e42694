"""Stored facts tell which names a file has at its top without being unpacked."""

import pytest

from sightline.parse.facts import STAR, FileFacts, has_at_top, pack, unpack

NAMES = ["a", "helper", "Überschrift", "x" * 300, "日本", "two\nlines", "\ud83d"]


def facts(symbol: str = "", imported: str = "", bound: str = "", star: bool = False) -> FileFacts:
    """The facts of a file with a symbol and one in it, an import and a name bound to a value."""
    symbols = (
        ("module", "module", -1, ""),
        (symbol or "symbol", "class", 0, ""),
        ("inner", "method", 1, ""),
    )
    imports = ((0, 1, imported or "imported", "some.module", "" if not star else STAR),)
    bindings: dict[int, dict[str, tuple[str, ...]]] = {0: {bound or "bound": ("int",)}}
    return FileFacts(
        "python", "some", True, symbols, imports, (), (), bindings, {}, {}, {}, (), (1, 1, 2)
    )


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_a_name_at_the_top_is_found_whatever_it_stands_for(name: str) -> None:
    for known in (facts(symbol=name), facts(imported=name), facts(bound=name)):
        packed = pack(known)
        assert unpack(packed) == known
        assert has_at_top(packed, name)
        assert not has_at_top(packed, name + "s")
        assert not has_at_top(packed, "s" + name)


def test_what_stands_deeper_or_elsewhere_is_not_at_the_top() -> None:
    packed = pack(facts())
    assert not has_at_top(packed, "inner")
    assert not has_at_top(packed, "int")
    assert not has_at_top(packed, "module")
    assert not has_at_top(b"", "symbol")


def test_who_imports_everything_is_known() -> None:
    assert has_at_top(pack(facts(star=True)), STAR)
    assert not has_at_top(pack(facts()), STAR)
