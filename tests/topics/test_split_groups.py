"""How a topic of several subjects is split."""

from sightline.topics.threads.split_groups import PromptThings, prompt_groups


def groups_of(things: dict[int, set[str]]) -> list[list[int]]:
    return prompt_groups([PromptThings(n, frozenset(found)) for n, found in things.items()])


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
    assert groups_of(things) == [[1, 2, 4, 7], [3, 5, 6, 8]]


def test_few_prompts_are_subjects_only_if_they_have_nothing_in_common() -> None:
    apart = {
        1: {"corse", "staging", "erlaubt", "file api/cors.go"},
        2: {"dialog", "escape", "schließt", "file web/dialog.tsx"},
        3: {"version", "änderungen", "nennt", "file CHANGES.md"},
    }
    assert groups_of(apart) == [[1], [2], [3]]
    assert groups_of(apart | {3: apart[3] | {"dialog"}}) == [[1], [2, 3]]
    assert groups_of(apart | {3: {"version", "änderungen", "nennt"}}) == []


def test_more_prompts_than_groups_of_equal_size_are_all_grouped() -> None:
    words = ["токен", "сессия", "вход"], ["экспорт", "файл", "строка"], ["порт", "прокси", "сеть"]
    things = {
        place * 2 + half: {*subject, f"file src/{place}.py", f"word{place}{half}"}
        for place, subject in enumerate(words)
        for half in (1, 2)
    }
    assert groups_of(things) == [[1, 2], [3, 4], [5, 6]]
