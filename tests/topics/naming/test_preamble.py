"""Courtesy and dictation around a request are no part of a title."""

import pytest

from sightline.topics.naming.titles import title_of


@pytest.mark.parametrize(
    ("prompt", "title"),
    [
        ("Hi Claude! Hope you're doing well. I was wondering if you could possibly take a quick look at the mail queue", "Mail queue"),
        ("Hello there, first of all thanks a lot for yesterday, that was super helpful! Today I would like us to work on the sidebar: it flickers", "Sidebar: it flickers"),
        ("I have a question. Is there any way that we could make the search case insensitive?", "Make the search case insensitive"),
        ("think hard about the key rotation design", "Key rotation design"),
        ("ok back to the mail queue: retries never stop", "Mail queue: retries never stop"),
        ("noch was zum Regler: bitte in ganzen Euro", "Regler: bitte in ganzen Euro"),
        ("je reviens à la carte, le zoom saute", "Carte, le zoom saute"),
        ("is it ok to keep the token in a cookie?", "Is it ok to keep the token in a cookie"),
        ("Could we maybe think about how to do offline mode?", "How to do offline mode"),
        ("not sure if this is a bug but the trash shows folders twice", "Trash shows folders twice"),
        ("URGENT!!! staging is down", "Staging is down"),
        ("As a customer I want to cancel an order so that I get my money back", "Cancel an order so that I get my money back"),
        ("um can you uh make the the sidebar collapsible please", "Make the sidebar collapsible"),
        ("so yeah basically what I want is that uh the tree remembers open folders", "Tree remembers open folders"),
        ("Könntest du dir bitte mal in Ruhe anschauen, warum der Export stockt?", "Warum der Export stockt"),
        ("ich hab mir gedacht ähm der Export könnte auch XML schreiben", "Der Export könnte auch XML schreiben"),
        ("Wir stellen die Abrechnung um", "Stellen die Abrechnung um"),
        ("Bonjour, j'espère que tu vas bien. Serait-il possible de trier les dossiers ?", "Trier les dossiers"),
        ("merci beaucoup, c'est parfait ! Maintenant ajoute un bouton d'annulation", "Ajoute un bouton d'annulation"),
        ("Hola, ¿qué tal? Me preguntaba si podrías echar un vistazo a la factura vacía", "La factura vacía"),
        ("Olá, tudo bem? Será que você poderia corrigir o total do pedido?", "Corrigir o total do pedido"),
        ("Ciao, spero tutto bene. Mi chiedevo se potresti ordinare le cartelle", "Ordinare le cartelle"),
        ("Grazie a Redis il carrello è veloce", "Grazie a Redis il carrello è veloce"),
        ("Hallo, zou je misschien eens kunnen kijken waarom de mail dubbel komt?", "Waarom de mail dubbel komt"),
        ("Привет! Подскажи, пожалуйста, можешь ли ты проверить экспорт?", "Проверить экспорт"),
        ("А можно ли как-то ускорить загрузку списка?", "Ускорить загрузку списка"),
        ("您好，麻烦您有空的时候帮忙看一下为什么通知会收到两次，谢谢！", "为什么通知会收到两次"),
        ("请你作为资深工程师，帮我重构登录服务", "重构登录服务"),
        ("请求超时需要重试", "请求超时需要重试"),
        ("いつもお世話になっております。お手数ですが、請求書の合計を直してください", "請求書の合計を直してください"),
        ("すみません、ちょっと質問なんですが、画面が遅いのはなぜですか？", "画面が遅いのはなぜですか"),
        ("안녕하세요, 바쁘신데 죄송하지만 알림이 두 번 와요", "알림이 두 번 와요"),
    ],
)  # fmt: skip
def test_courtesy_and_dictation_are_left_out(prompt: str, title: str) -> None:
    assert title_of([prompt]) == title


@pytest.mark.parametrize(
    "prompt",
    [
        *("Next button does nothing", "First page is blank", "Like button counts twice"),
        *("Thanks page shows the wrong total", "Super admin cannot delete users", "Quick sort is slow"),
        *("Is the cart persisted", "J'espère que le cache aide Redis", "Merci de corriger le total"),
        *("Sie sollen den Korb leeren können", "Um botão para exportar", "可以导出的格式太少", "質問一覧が空になる"),
    ],
)  # fmt: skip
def test_words_that_name_something_stay(prompt: str) -> None:
    assert title_of([prompt]) == prompt
