"""What a program wrote in a prompt does not name its topic, unless nobody says anything else."""

import time

import pytest

from sightline.topics.naming.program_text import written_lines
from sightline.topics.naming.titles import title_of

JAVASCRIPT = (
    "TypeError: Cannot read properties of undefined (reading 'id')\n"
    "    at loadCart (/home/x/shop/cart.service.ts:12:3)\n    at async node:internal/main:48:5\n"
)
PYTHON = (
    'Traceback (most recent call last):\n  File "/srv/venv/lib/python3.11/site-packages/web/base.py", line 9\n'
    '    run()\n  File "/srv/app/shop/views.py", line 33, in checkout\n    total = cart.total()\n'
    "AttributeError: 'NoneType' object has no attribute 'total'\n"
)
JAVA = "java.lang.IllegalStateException: Not open\n\tat io.shop.Safe.open(Safe.kt:55)\n"
RUST = (
    "thread 'main' panicked at src/store/page.rs:88:14:\nindex out of bounds\n"
    "note: run with `RUST_BACKTRACE=1`\n"
)
GO = (
    "panic: runtime error: nil pointer dereference\n\ngoroutine 1 [running]:\n"
    "main.(*Server).handle(0x0)\n\t/home/x/ping/main.go:42 +0x1d\nexit status 2\n"
)
CSHARP = "Unhandled exception. System.FormatException: Bad\n   at Shop.Orders.Last() in /src/Orders.cs:line 41\n"
RUN = "FAIL  apps/web/cart.test.ts > cart > adds\nAssertionError: expected 1 to be 2\n ❯ cart.test.ts:3:1\n"
PATCH = "diff --git a/x/app.py b/x/app.py\nindex 1..2\n--- a/x/app.py\n+++ b/x/app.py\n@@ -1 +1,2 @@\n import os\n+import re\n"


@pytest.mark.parametrize(
    ("program", "request_", "title"),
    [
        (JAVASCRIPT, "el carrito no se abre en Safari", "El carrito no se abre en Safari"),
        (JAVASCRIPT, "tritt auf, wenn der Korb leer ist", "TypeError: tritt auf, wenn der Korb leer ist"),
        (PYTHON, "pourquoi l'achat échoue sans panier ?", "Pourquoi l'achat échoue sans panier"),
        (JAVA, "il portafoglio non si apre più", "Il portafoglio non si apre più"),
        (RUST, "crasht bij het laden van pagina's", "Crasht bij het laden van pagina's"),
        (GO, "сервер падает при втором запросе", "Сервер падает при втором запросе"),
        (CSHARP, "o último pedido não aparece", "O último pedido não aparece"),
        (RUN, "this test broke after the upgrade", "cart.test.ts: this test broke after the upgrade"),
        (PATCH, "review this patch please", "app.py: review this patch"),
        ("npm ERR! code ERESOLVE\nnpm ERR! peer react@17\n", "安装依赖失败怎么办？", "安装依赖失败怎么办"),
        ("2026-11-12T08:14:22Z [Nest] 42  - ERROR [Mail] failed\n", "メールが二重に届く", "メールが二重に届く"),
        ("I1112 08:14:22.123456 1 main.go:42] starting\n", "업로드가 멈춰요", "업로드가 멈춰요"),
        ("12.11.2026 08:14:22 FEHLER Redis verloren\n", "Warum bricht die Verbindung ab?", "Warum bricht die Verbindung ab"),
        ("1700000000 4211 WARN slow query\n", "the report page is slow", "Report page is slow"),
        ('{"error":"FORBIDDEN","statusCode":403}\n', "show a friendly message instead", "Show a friendly message instead"),
        ('{"level":50,"msg":"down"}\n{"level":30}\n', "Redis fällt ständig aus", "Redis fällt ständig aus"),
        ("docker compose up\nERROR: port is already allocated\n", "free the port of Redis", "Free the port of Redis"),
        ("src/a.ts(14,7): error TS2345: Argument\n", "accept a decimal comma in prices", "Accept a decimal comma in prices"),
        ("On branch main\nChanges not staged for commit:\n  modified: a.py\n", "split the commit by module", "Split the commit by module"),
    ],
)  # fmt: skip
def test_the_request_names_the_topic_below_and_above_what_a_program_wrote(
    program: str, request_: str, title: str
) -> None:
    assert title_of([f"{program}\n{request_}"]) == title
    assert title_of([f"{program}{request_}"]) == title
    assert title_of([f"{request_}\n\n{program}"]) == title


@pytest.mark.parametrize(
    ("prompt", "title"),
    [
        (JAVASCRIPT, "TypeError in cart.service.ts"),
        (PYTHON, "AttributeError in views.py"),
        (JAVA + "warum?", "IllegalStateException in Safe.kt"),
        (RUST, "Panic in page.rs"),
        (GO, "Panic in main.go"),
        (CSHARP, "FormatException in Orders.cs"),
        (RUN, "AssertionError in cart.test.ts"),
        ("error[E0502]: cannot borrow `a`\n  --> src/page.rs:4:9\n   |\n", "E0502 in page.rs"),
        ("Uncaught (in promise) DOMException: The quota is full", "DOMException: The quota is full"),
        (
            "QueryFailedError: duplicate key value\n    at Runner.query (/app/node_modules/orm/Runner.js:2:1)",
            "QueryFailedError: duplicate key value",
        ),
        ("ENT-7\n" + JAVA, "ENT-7: IllegalStateException in Safe.kt"),
    ],
)  # fmt: skip
def test_where_only_a_program_speaks_its_error_names_the_topic(prompt: str, title: str) -> None:
    assert title_of([prompt]) == title


@pytest.mark.parametrize(
    ("prompt", "title"),
    [
        ("```ts\nconst limit = size(3);\n```\nwhy 16 and not 8?", "`limit`: why 16 and not 8"),
        ("```\nexport function formatSize(n) {\n}\n```\nmake this return KB", "Make formatSize return KB"),
        ("refactor this:\n```python\ndef rows(x):\n    return x\n```", "Refactor rows"),
        ("fn evict(&mut self) {\n    self.clear();\n}\n\nexplain why this panics", "Explain why evict panics"),
        ("erkläre mir das\n```go\nfunc (s *Store) Load() {}\n```", "Load: erkläre mir das"),
        ("SELECT id FROM orders WHERE 1;\nthis takes 8 seconds on staging", "Orders query takes 8 seconds on staging"),
        ("```js\nlet a = 1;\n```\nadd a dark theme to the editor", "Add a dark theme to the editor"),
    ],
)  # fmt: skip
def test_a_request_about_code_names_what_the_code_defines(prompt: str, title: str) -> None:
    assert title_of([prompt]) == title


@pytest.mark.parametrize(
    "sentence",
    [
        "panic in parser.rs when the file is empty",
        "Uncaught exception handler should log to Sentry",
        "at /checkout the total is wrong",
        "Login | Register buttons overlap",
        "rename the route to /users/{id}",
        "import products from CSV",
        "CREATE a table for orders",
        "FAILED payments should be retried",
        "function keys do not work in the editor",
    ],
)
def test_a_sentence_is_no_output_of_a_program(sentence: str) -> None:
    assert written_lines(sentence) == [sentence]


def test_a_request_after_a_long_log_is_found() -> None:
    log = "".join(f"2026-11-12 08:{n // 60:02}:{n % 60:02} INFO tick {n}\n" for n in range(900))
    assert title_of([log + "the scheduler drifts by a second"]) == "Scheduler drifts by a second"


@pytest.mark.parametrize("piece", ["a@b:", '{"', "a.", "_", " ", "```\n", "x:", "/a", "x, "])
def test_text_that_repeats_takes_no_time(piece: str) -> None:
    title_of(["compile (the patterns): first"])
    started = time.process_time()
    title_of([piece * (6000 // len(piece))])
    assert time.process_time() - started < 2
