"""Numbers with their nouns."""

from sightline.text.numbers import counted


def test_a_number_with_its_noun() -> None:
    assert counted(1, "file") == "1 file"
    assert counted(0, "file") == "0 files"
    assert counted(2929, "memory") == "2,929 memories"
