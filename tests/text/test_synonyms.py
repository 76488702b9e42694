"""Other words for the words of a question."""

import pathlib

from sightline.text.synonyms import (
    USER_FILE,
    alternatives,
    load_user_synonyms,
    related_to,
    write_example,
)


def test_a_word_brings_the_other_words_of_its_group() -> None:
    assert {"authent", "auth"} <= set(alternatives("how does login work here")["login"])


def test_a_phrase_counts_only_where_it_is_said() -> None:
    assert "login" in alternatives("what if I sign in twice")["sign"]
    assert "login" not in alternatives("a sign of trouble").get("sign", {})


def test_other_languages_lead_to_the_english_word() -> None:
    assert "cart" in alternatives("der Warenkorb ist leer")["warenkorb"]
    assert "cart" in alternatives("购物车是空的")["购物"]


def test_related_words_weigh_less_than_synonyms() -> None:
    assert 0 < related_to("delet")["remov"] < alternatives("delete the row")["delet"]["remov"]


def test_one_word_alone_brings_no_related_words() -> None:
    assert alternatives("lazily") == {}


def test_the_users_own_synonyms_count_in_full(tmp_path: pathlib.Path) -> None:
    (tmp_path / USER_FILE).write_text("kiosk: [terminal, pos]\n")
    own = load_user_synonyms(str(tmp_path))
    assert alternatives("the kiosk crashed", own)["kiosk"]["termin"] == 1.0


def test_the_users_file_is_written_once(tmp_path: pathlib.Path) -> None:
    path = pathlib.Path(write_example(str(tmp_path / "config")))
    assert load_user_synonyms(str(path.parent))["deploy"] == ("deploy", "ci", "pipeline")
    path.write_text("a: b\n")
    write_example(str(path.parent))
    assert path.read_text() == "a: b\n"
