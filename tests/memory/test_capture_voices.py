"""What is kept from how different people talk, in up to eleven languages, and what is not.

The sentences were written before the rules were run on them.
"""

import pytest

from sightline.memory.capture.captures import recognise
from sightline.model.transcript_step import PROMPT, REPLY, Step

# Explicit wishes: always kept.
WISHES = (
    "Please keep in mind that the staging database is reset every Sunday night.",
    "for future reference: the vendor API counts months from zero",
    "ok one more thing, going forward no more print statements in library code",
    "Don't forget we ship to Windows too, so paths go through pathlib.",
    "reminder to self: the sandbox key expires in March",
    "make a note that Marta owns the billing service",
    "Bitte merken: Rechnungsnummern dürfen keine Lücken haben",
    "Künftig bitte alle Fehlermeldungen auf Deutsch, die Kunden sind aus Österreich.",
    "Vergiss bitte nicht, dass der Importer nur ISO-8859-1 liest.",
    "ab jetzt schreiben wir Commits im Imperativ",
    "Retiens bien que le serveur de test n'a pas de GPU.",
    "n'oublie pas : les montants sont en centimes",
    "À l'avenir, passe toujours par le script de déploiement.",
    "dorénavant on nomme les branches d'après le ticket",
    "Recuerda que el cliente usa Oracle 12 y no puede actualizar.",
    "no olvides que los informes se generan en hora de Madrid",
    "de ahora en adelante, los tests de integración van en tests/it",
    "Lembra que o ambiente de homologação não envia e-mails.",
    "não se esqueça: o campo CPF é obrigatório",
    "daqui em diante use sempre o formato ISO para datas",
    "Ricordati che il fornitore accetta solo XML.",
    "non dimenticare che i prezzi includono l'IVA",
    "d'ora in avanti i log vanno in inglese",
    "请记住，测试服务器只能从内网访问。",
    "以后所有接口都要返回 request_id",
    "别忘了金额单位是分",
    "覚えておいてください、本番のDBは読み取り専用です。",
    "今後はコミットメッセージを日本語で書いてください。",
    "次回からはまずステージングで確認してください",
    "One thing for the future: every new endpoint needs a rate limit",
    "as a rule we review migrations in pairs",
    "pls never bump the SDK without asking Lena",
    "Grundsätzlich gilt: keine Logik in Templates",
)

# Rules, corrections and choices with their reason, by text and a part that must be kept.
STATED = (
    ("No, use httpx here, requests can't do HTTP/2.", "httpx"),
    ("Stop. We never write to the replica, replication breaks if you do.", "never write"),
    ("that's wrong, ids are strings in this project because the old ones have letters", "strings"),
    (
        "Let's keep SQLite instead of Postgres, because it has to run on a boat without network.",
        "SQLite",
    ),
    ("Timestamps must always be UTC, the phones are in nine time zones.", "UTC"),
    ("btw we never delete rows in audit_log, the regulator checks that", "audit_log"),
    ("Nein, hier nehmen wir pnpm, weil npm die Workspaces kaputt macht.", "pnpm"),
    ("Die Migrationen dürfen nie rückwärts laufen, sonst verlieren wir Belege.", "Migrationen"),
    ("Non, on utilise Vitest ici, parce que Jest ne comprend pas nos modules.", "Vitest"),
    ("Les clés ne doivent jamais être dans le dépôt, car il est public.", "clés"),
    ("No, aquí usamos tabuladores porque el linter lo exige.", "tabuladores"),
    ("Nunca borres la carpeta legacy, porque el cliente la lee por FTP.", "legacy"),
    ("Não, aqui usamos yarn porque o cache do CI depende dele.", "yarn"),
    ("Mai toccare il file generato, altrimenti la build lo sovrascrive.", "generato"),
    ("不对，这里必须用 decimal，因为金额不能有误差。", "decimal"),
    ("いや、ここでは必ず UTC を使ってください、端末の時刻がずれるから。", "UTC"),
    (
        "hmm no, we already have a money type in packages/core, floats broke our invoices",
        "money type",
    ),
    ("no uses axios, aquí usamos fetch", "fetch"),
    ("nein, hier verwenden wir Poetry", "Poetry"),
    ("ici on utilise toujours les UUID v7", "UUID"),
    ("The team agreed on trunk based development, no long branches.", "trunk"),
    ("let's go with cursor pagination for every list", "cursor"),
)

# Decisions in the person's words, in eleven languages.
DECIDED = (
    "I settled on optimistic locking for orders",
    "Ich habe mich für BRIN statt B-Tree entschieden, die Tabelle wird nur angehängt",
    "wir nehmen Postgres LISTEN/NOTIFY statt Redis Pub/Sub",
    "J'ai choisi de stocker les montants en centimes",
    "nous avons opté pour une file SQS par locataire",
    "Elegí guardar los adjuntos en disco y no en S3",
    "hemos optado por UUID v7 en todas las tablas",
    "optamos por uma fila única para os webhooks",
    "ho scelto un indice parziale sugli ordini aperti",
    "we kozen voor een aparte worker per tenant",
    "ik heb besloten de cache weg te laten",
    "мы решили хранить суммы в копейках",
    "выбрали Redis Streams вместо Kafka",
    "我决定用乐观锁处理订单更新",
    "キャッシュはRedisではなくPostgresに置くことにしました",
    "결제 재시도는 최대 세 번으로 하기로 했어",
)

# What was tried and given up, as the person says it.
GIVEN_UP = (
    "We tried sharding by country last year and rolled it back, half the orders cross a border.",
    "I considered a message bus but rejected it, as nobody here can operate one.",
    "Wir haben Elasticsearch probiert und wieder verworfen, der Index war ständig veraltet.",
    "On a testé le rendu côté serveur puis abandonné, le cache ne servait à rien.",
    "Probamos GraphQL y lo descartamos porque el equipo móvil no lo soporta.",
    "Tentamos usar Redis para sessões e desistimos, perdia dados ao reiniciar.",
    "Abbiamo provato i microservizi e siamo tornati indietro, troppa latenza.",
    "我们试过 MongoDB,后来放弃了,事务支持太差",
)

# A reply of the assistant that states a cause, and a part of what it did about it.
CAUSES = (
    (
        "It turned out that the cache key ignored the locale, so users saw other languages. I added the locale to the key.",
        "locale to the key",
    ),
    (
        "The timeout came from the proxy, which closes idle connections after a minute. Sending a ping avoids it.",
        "ping",
    ),
    (
        "Der Fehler lag an der Zeitzone des Containers. Ich habe sie im Dockerfile gesetzt.",
        "Dockerfile",
    ),
    ("Le problème venait du cache partagé entre les tests. J'ai isolé chaque test.", "isolé"),
    ("El error venía de una coma en el CSV. He cambiado el separador a punto y coma.", "separador"),
)

# Not kept, with the reason why.
DROPPED = (
    (
        "My colleague wrote 'we must always squash before merging'. I don't agree with him.",
        "quotation",
    ),
    ("the ticket says 'never use the cache for prices', is that still true?", "quotation"),
    ("lol from now on the build only passes on full moons", "joke"),
    ("haha ja, ab jetzt zahlt immer der, der den Build bricht", "joke"),
    ("à partir de maintenant je ne bois que du café lol", "joke"),
    ("jajaja a partir de ahora programamos en binario", "joke"),
    ("kkkk nunca mais faço deploy na sexta", "joke"),
    ("哈哈以后都用汇编写吧", "joke"),
    ("If we were Google we would never do it like this.", "hypothetical"),
    ("suppose we always cached everything, how bad would it get", "hypothetical"),
    ("Was wäre, wenn wir nie wieder JSON benutzen müssten", "hypothetical"),
    ("imagine qu'on n'utilise jamais de base de données", "hypothetical"),
    ("y si nunca usamos colas, qué pasaría", "hypothetical"),
    ("E se não usássemos sempre o mesmo servidor", "hypothetical"),
    ("もし常にオフラインだったらどうなるか", "hypothetical"),
    ("just this once push without running the tests, I need to see it live", "one-off"),
    ("don't touch the css right now, I'm recording my screen", "one-off"),
    ("heute bitte keine Migrationen anfassen, der DBA ist im Urlaub", "one-off"),
    ("pour l'instant ne lance pas les tests, c'est trop lent", "one-off"),
    ("por ahora no uses la caché, estoy midiendo", "one-off"),
    ("desta vez não uses o linter", "one-off"),
    ("per ora non usare il proxy, sto provando una cosa", "one-off"),
    ("这次先不要跑测试，我赶时间", "one-off"),
    ("今回だけテストを飛ばしてください", "one-off"),
    ('the article says "you must never mock what you do not own", do you agree?', "quotation"),
    ("at my old job we always deployed on Fridays, it was fun", "quotation"),
    ("somebody on twitter wrote that we must never use ORMs", "quotation"),
    ("Can you always reproduce it?", "question"),
    ("why do we never close the file here?", "question"),
    ("Warum müssen wir das immer zweimal machen?", "question"),
    ("perhaps we should always retry, not sure yet", "doubt"),
    ("vielleicht sollten wir nie mehr als drei zulassen", "doubt"),
    ("run the tests and show me what fails", "order"),
    ("add a button to the settings page and make it blue", "order"),
    ("thanks, that looks good", "thanks"),
    ("Next: the cron job sends each mail twice. Make sure only one instance sends", "order"),
    ("The upload never comes back after an error, make it clickable again", "order"),
    ("ich habe das Problem mit dem Index gelöst", "report"),
    ("ho scelto il file sbagliato, annulla", "mistake"),
    ("o usuário decidiu cancelar o pedido", "behaviour of a user"),
    ("hemos decidido nada todavía sobre la cola", "nothing decided"),
    ("hemos visto que el informe sale vacío los lunes", "report"),
    ("ik heb nog niets besloten over de cache", "nothing decided"),
    ("решил проблему с индексом, посмотри тесты", "report"),
    ("我还没决定用哪个队列", "nothing decided"),
    ("テストを緑にしました、確認して", "report"),
    ("커밋하기로 했어, 확인해줘", "routine"),
)

# A prompt, and the next one that takes it back.
WITHDRAWN = (
    ("from now on use tabs", "scratch that, spaces are fine"),
    ("Remember that the limit is 5.", "Actually, no, forget what I said about the limit."),
    ("Ab jetzt nur noch YAML.", "Doch nicht, vergiss das."),
    ("désormais on met tout en YAML", "laisse tomber, finalement non"),
    ("a partir de ahora todo en YAML", "olvídalo, mejor no"),
    ("d'ora in poi tutto in YAML", "lascia perdere"),
    ("以后都用 YAML", "算了，当我没说"),
    ("今後は全部YAMLで", "やっぱりやめてください"),
)


def kept(*texts: str) -> list[str]:
    steps = []
    for number, text in enumerate(texts):
        steps += [Step(PROMPT, text, place=str(number)), Step(REPLY, "Done.", place=str(number))]
    return [capture.text for capture in recognise(steps)]


@pytest.mark.parametrize("said", WISHES)
def test_a_wish_is_kept(said: str) -> None:
    assert any(said[:40] in text for text in kept(said))


@pytest.mark.parametrize(("said", "part"), STATED)
def test_a_rule_correction_or_choice_with_its_reason_is_kept(said: str, part: str) -> None:
    assert any(part in text for text in kept(said))


@pytest.mark.parametrize("said", DECIDED)
def test_a_decision_is_kept_in_the_words_of_the_person(said: str) -> None:
    assert kept(said) == [said]


def test_a_rule_that_leans_on_the_sentence_before_it_is_kept() -> None:
    said = "Retries are set in three places. Make sure they are always set in the client."
    assert any("always set" in text for text in kept(said))


@pytest.mark.parametrize("said", GIVEN_UP)
def test_what_was_tried_and_given_up_is_kept(said: str) -> None:
    assert any(said[:30] in text for text in kept(said))


@pytest.mark.parametrize(("reply", "part"), CAUSES)
def test_a_cause_is_kept_with_what_fixed_it(reply: str, part: str) -> None:
    steps = [Step(PROMPT, "it is broken", place="0"), Step(REPLY, reply, place="1")]
    captures = [capture for capture in recognise(steps) if capture.kind == "bug_fix"]
    assert [part in dict(capture.fields).get("fix", "") for capture in captures] == [True]


@pytest.mark.parametrize(("said", "why"), DROPPED)
def test_what_is_not_meant_to_last_is_not_kept(said: str, why: str) -> None:
    assert kept(said) == [], why


@pytest.mark.parametrize(("said", "then"), WITHDRAWN)
def test_what_is_taken_back_at_once_is_not_kept(said: str, then: str) -> None:
    assert kept(said) != []
    assert not any(said in text for text in kept(said, then))
