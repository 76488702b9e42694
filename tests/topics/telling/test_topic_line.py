"""What is told of a topic: where it stood, and never that something was done."""

import pytest

from sightline.topics.telling.routine_replies import is_substantive
from sightline.topics.telling.topic_line import symbol_name


@pytest.mark.parametrize(
    "reply",
    [
        *(
            "OK.",
            "Done.",
            "Done. Let me know if you need anything else.",
            "Fixed it.",
            "All tests pass.",
        ),
        *("Fertig!", "Alles klar, erledigt.", "Voilà, c'est terminé.", "Hecho.", "Está feito."),
        *(
            "È fatto.",
            "Klaar!",
            "Готово.",
            "Сделано!",
            "已完成。",
            "好的，已经完成。",
            "完了しました。",
        ),
        *("できました！", "완료했습니다."),
    ],
)
def test_a_bare_confirmation_does_not_say_where_things_stand(reply: str) -> None:
    assert not is_substantive(reply)


@pytest.mark.parametrize(
    "reply",
    [
        *("Webhooks are logged.", "Renamed to `parse_date`.", "Fixed the rounding."),
        *("Die Rundung ist jetzt kaufmännisch.", "Добавил округление суммы счёта."),
        *(
            "已修复发票四舍五入的问题。",
            "請求書の合計を四捨五入しました。",
            "청구서 합계를 반올림했습니다.",
        ),
    ],
)
def test_a_reply_that_names_what_was_done_does(reply: str) -> None:
    assert is_substantive(reply)


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("api/src/shares.service.ts::api/src/shares.service.SharesService", "SharesService"),
        (
            "api/src/shares.service.ts::api/src/shares.service.SharesService.create",
            "SharesService.create",
        ),
        ("web/src/AppShell.tsx::web/src/AppShell.AppShell", "AppShell"),
        ("django/db/query.py::django.db.query.QuerySet.union", "QuerySet.union"),
        ("src/billing.py::billing.parse_invoice", "parse_invoice"),
        ("src/fuse/mod.rs::fuse::mod::Mount::read", "Mount.read"),
        ("internal/api/stream.go::api.Stream.Run", "Stream.Run"),
        ("lib/cart.rb::Shop::Cart#total", "Cart.total"),
        ("cart.js::cart.total", "total"),
    ],
)
def test_a_symbol_is_called_without_its_module(key: str, name: str) -> None:
    assert symbol_name(key) == name
