"""Topics are named as a person would name them."""

import pytest

from sightline.topics.naming.titles import title_of


@pytest.mark.parametrize(
    ("prompt", "title"),
    [
        ("can you please fix the flaky upload test?", "Fix the flaky upload test"),
        ("hey so I'd love for the backpack to stack items", "Backpack to stack items"),
        ("https://git.example/pull/88 let's review the exporter", "#88: review the exporter"),
        ("the login page hangs. see ENT-12", "ENT-12: login page hangs"),
        ("different: push token is not refreshed", "Push token is not refreshed"),
        ("fix the crash in /home/joe/work/app/server.py", "Fix the crash in server.py"),
        ("Implement the following plan:\n\n# Wingman status line", "Wingman status line"),
        ("Traceback (most recent call last):\n  File \"a/fetch.py\", line 4\nKeyError: 'x'", "KeyError in fetch.py"),
        ("2026-01-02T03:04:05 ERROR boom\nthe mailer loops", "Mailer loops"),
        ("Traceback (most recent call last):\n  File \"a/queue.py\", line 8\n    tries += 1\nKeyError: 'x'\nany idea?", "KeyError in queue.py"),
        ("what is this: 2026-11-02T10:11:12Z mail retry loop", "What is this: mail retry loop"),
        ("¿Puedes arreglar el total de la factura?", "Arreglar el total de la factura"),
        ("¿Por qué se pierden los correos?", "Por qué se pierden los correos"),
        ("por favor arregla la factura", "Arregla la factura"),
        ("Est-ce que tu peux corriger la facture ?", "Corriger la facture"),
        ("kun je de factuur bekijken?", "De factuur bekijken"),
        ("kannst du bitte den Filter reparieren", "Den Filter reparieren"),
        ("订单超过 30 分钟没付款要自动取消", "订单超过 30 分钟没付款要自动取消"),
        ("Fix web/src/ui/Header.tsx and web/src/pages/Home.tsx layout", "Fix Header.tsx and Home.tsx layout"),
        ("https://git.example/acme/shop/issues/77", "#77"),
        ("anna@laptop:/home/anna/shop$ python -m shop\nwhy does it stop on start?", "Why does it stop on start"),
        ("(venv) anna@laptop:~/work/shop$ python -m shop", "python -m shop"),
        ("Nov 12 08:14:22 web-01 app[22]: [ERROR] boom\nthe worker dies", "Worker dies"),
        ("hooks.py:42: in handle\n    raise SignError(\"bad\")\nE   SignError: bad", "SignError in hooks.py"),
        ("===== test session starts =====\ntests/test_cart.py F\nAssertionError: total", "AssertionError in test_cart.py"),
        ("At Card (webpack-internal://Card.tsx:12:34)\nproduct cards do not render", "Product cards do not render"),
        ("You are a senior engineer. Fix the flaky upload test.", "Fix the flaky upload test"),
        ("Potresti controllare perché il carrello si svuota?", "Controllare perché il carrello si svuota"),
        ("Не могли бы вы посмотреть, почему корзина пустая?", "Посмотреть, почему корзина пустая"),
        ("Je n'arrive pas à exporter le panier en PDF", "Exporter le panier en PDF"),
        ("Is it possible to export invoices as XML?", "Export invoices as XML"),
        ("お疲れ様です。請求書の合計が間違っています", "請求書の合計が間違っています"),
        ("你好，请帮我修复登录页面的错误", "修复登录页面的错误"),
    ],
)  # fmt: skip
def test_the_title_is_what_was_asked_for(prompt: str, title: str) -> None:
    assert title_of([prompt]) == title


def test_a_title_does_not_come_from_a_bare_answer() -> None:
    assert title_of(["yes please", "rotate the refresh tokens"]) == "Rotate the refresh tokens"


def test_a_prompt_that_names_too_little_leaves_the_title_to_the_next() -> None:
    assert title_of(["run the tests", "the zeppelin exporter drops rows"]) == (
        "Zeppelin exporter drops rows"
    )
    assert title_of(["brainstorm:\n- generate checkpoint summaries"]) == (
        "Generate checkpoint summaries"
    )


def test_addresses_are_no_part_of_a_title() -> None:
    assert "http" not in title_of(["tests failing, why? https://ci.example.com/jobs/21662191208"])


@pytest.mark.parametrize(
    ("prompt", "title"),
    [
        ("now something completely different: write a Dockerfile", "Write a Dockerfile"),
        ("etwas ganz anderes: schreib ein Dockerfile", "Schreib ein Dockerfile"),
        ("另外，写一个 Dockerfile", "写一个 Dockerfile"),
        ("un'altra cosa: scrivi un Dockerfile", "Scrivi un Dockerfile"),
        ("another task: import of products from CSV", "Import of products from CSV"),
        ("By the way, the mailer loops", "Mailer loops"),
        ("otro tema: las facturas pierden el IVA", "Las facturas pierden el IVA"),
        ("другая тема: письма уходят дважды", "Письма уходят дважды"),
        ("別の件：請求書の合計が違う", "請求書の合計が違う"),
        (
            "session cookies are not refreshed when SESSION_REFRESH_EACH_REQUEST is off in the settings",
            "Session cookies are not refreshed",
        ),
    ],
)
def test_the_way_to_another_subject_and_its_conditions_are_no_part_of_a_title(
    prompt: str, title: str
) -> None:
    assert title_of([prompt]) == title


@pytest.mark.parametrize(
    ("prompt", "title"),
    [
        ("CB-142 - upload hangs at 99%", "CB-142: upload hangs at 99%"),
        ("[CB-142] upload hangs", "CB-142: upload hangs"),
        ("gh issue 204 - sharing returns 409", "Gh issue 204: sharing returns 409"),
        ("Closes #99. Add pagination to the list", "#99: Add pagination to the list"),
        ("JIRA: CB-77\nSummary: Quota is stale\nSteps:\n1. upload", "CB-77: Quota is stale"),
        ("https://linear.app/x/issue/CB-142/upload-hangs-at-99 pls fix", "CB-142: upload hangs at 99"),
        ("https://git.example/acme/shop/pull/412 review", "Review #412"),
        ("Re: SHOP-92 - VAT is rounded per line", "SHOP-92: VAT is rounded per line"),
        ("[Image #1]\nfix the share dialog on phones", "Fix the share dialog on phones"),
        ("[Pasted text #1 +42 lines] der Umbruch fehlt", "Der Umbruch fehlt"),
        ("~/work/shop/docker/docker-compose.yml - redis is exposed", "docker-compose.yml: redis is exposed"),
        ("src/use_a.ts src/b.store.ts\n\nmove the polling into the store", "Move the polling into the store"),
        ("@docs/API.md#L20-40 this is outdated", "API.md: this is outdated"),
        ("@src/a/cart.ts make total() pure", "Make total() pure"),
        ("TODO:\n- [x] breadcrumbs\n- [ ] remove the MatrixBackground", "Remove the MatrixBackground"),
        ("1. **Parser**: read the header\n2. **Writer**: emit rows", "Parser: read the header"),
        ("footer: two columns", "Footer: two columns"),
        ("docker-compose.yml starts too late", "docker-compose.yml starts too late"),
        ("upload", "Upload"),
        ("what's the quota per user", "What's the quota per user"),
    ],
)  # fmt: skip
def test_a_ticket_a_file_or_a_label_leads_to_what_is_asked(prompt: str, title: str) -> None:
    assert title_of([prompt]) == title


@pytest.mark.parametrize(
    ("prompt", "title"),
    [
        (
            "When a user revokes a share, the recipient should lose the folder at once, not on reload",
            "Recipient should lose the folder at once, not on reload",
        ),
        (
            "Given a shared folder, when the owner renames it, then the recipient sees the new name",
            "Recipient sees the new name",
        ),
        (
            "Wenn ein Kunde keine Anschrift hat, soll die Kasse gesperrt bleiben und darauf hinweisen",
            "Soll die Kasse gesperrt bleiben und darauf hinweisen",
        ),
        (
            "Die Upload-Zone soll warnen, wenn 90 % des Kontingents belegt sind und bleiben",
            "Die Upload-Zone soll warnen, wenn 90 % des Kontingents…",
        ),
        (
            "Если у клиента нет адреса и телефона, кнопка оплаты должна быть неактивна",
            "Кнопка оплаты должна быть неактивна",
        ),
        (
            "el botón de pago debe quedar deshabilitado mientras el carrito siga vacío",
            "El botón de pago debe quedar deshabilitado mientras el…",
        ),
    ],
)
def test_a_long_sentence_keeps_its_point_and_whole_words(prompt: str, title: str) -> None:
    assert title_of([prompt]) == title


@pytest.mark.parametrize(
    ("prompts", "title"),
    [
        (["CB-142", "upload hangs when the quota is full"], "CB-142: upload hangs when the quota is full"),
        (["SHOP-9", "yes", "der Export verliert Zeilen"], "SHOP-9: der Export verliert Zeilen"),
        (["#88", "KeyError: 'x'\n  File \"a/queue.py\", line 8"], "#88: KeyError in queue.py"),
        (["fix #7", "add a dark theme"], "Fix #7"),
    ],
)  # fmt: skip
def test_a_ticket_alone_gets_the_words_of_the_next_prompt(prompts: list[str], title: str) -> None:
    assert title_of(prompts) == title
