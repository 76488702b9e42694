"""How a topic of several subjects is split."""

from sightline.topics.threads.split_groups import LEAST_PROMPTS, _groups


def test_one_file_of_both_subjects_does_not_join_them() -> None:
    things = {
        1: {"export", "sheet", "file src/export.py"},
        2: {"export", "header", "file src/export.py", "file src/main.py"},
        3: {"invoice", "total", "file src/invoice.py", "file src/main.py"},
        4: {"sheet", "blank", "file src/export.py"},
        5: {"invoice", "discount", "file src/invoice.py"},
        6: {"total", "round", "file src/invoice.py"},
        7: {"column", "width", "file src/export.py"},
        8: {"reminder", "letter", "file src/invoice.py"},
    }
    assert _groups(list(things), things, LEAST_PROMPTS) == [[1, 2, 4, 7], [3, 5, 6, 8]]
