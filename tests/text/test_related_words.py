"""The table of related words: every line is found by halving, and absent words are not."""

from sightline.text import synonyms


def test_every_related_word_is_found_and_no_other() -> None:
    lines = synonyms._text(synonyms.RELATED).splitlines()
    heads = [line.partition(": ")[0] for line in lines if line and not line.startswith("#")]
    assert heads == sorted(heads)
    assert all(synonyms.related_to(head) for head in heads)
    for absent in ("", "#", "aaa", "zzzz", f"{heads[0]}x", heads[-1] + "z", heads[7][:-1] + "~"):
        assert synonyms.related_to(absent) == {}, absent


def test_the_first_word_of_a_group_is_found_like_the_others() -> None:
    for word in ("rate limit", "throttle", "quota"):
        others = synonyms.alternatives(f"{word} of requests", related=False)
        roots = {root for found in others.values() for root in found}
        assert {"throttl", "quota"} & roots, word
