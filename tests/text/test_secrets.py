"""Secrets leave the text, ordinary code stays. Every secret here is made up from parts at run time."""

import base64
import pathlib
import random
import string
import sysconfig
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sightline.text.secrets.redact import redact

RANDOM = random.Random(20)
ALNUM = string.ascii_letters + string.digits
HEX = "0123456789abcdef"
BASE64 = ALNUM + "+/"


def some(alphabet: str, length: int) -> str:
    """Characters drawn at random, with at least one digit among them."""
    drawn = [RANDOM.choice(alphabet) for _ in range(length)]
    drawn[length // 2] = RANDOM.choice([c for c in alphabet if c.isdigit()])
    return "".join(drawn)


def lines(alphabet: str, count: int) -> str:
    return "\n".join(some(alphabet, 64) for _ in range(count))


def b64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


BEGIN, END = "-----BEGIN", "-----END"
USER, GOOD = "deploy", "Tr0ub4dor&3"

# kind -> (text around, secrets that must go).
FORMS: dict[str, list[tuple[str, ...]]] = {
    "aws": [
        ("aws_access_key_id = {}", "AKIA" + some(string.ascii_uppercase + "234567", 16)),
        (
            "export AWS_SESSION_KEY={} # temporary",
            "ASIA" + some(string.ascii_uppercase + "234567", 16),
        ),
        ("aws_secret_access_key = {}", some(BASE64, 40)),
        ("the secret is {} and works", some(BASE64, 40)),
    ],
    "google": [
        ("https://maps.example.com/api?key={}&v=3", "AIza" + some(ALNUM + "_-", 35)),
        ("access {} granted", "ya29." + some(ALNUM + "_-", 60)),
        ('"client": "{}"', "GOCSPX-" + some(ALNUM + "_-", 28)),
    ],
    "azure": [
        ("AccountName=shop;AccountKey={};EndpointSuffix=core", some(BASE64, 86) + "=="),
        ("client {} of tenant", "abc8Q~" + some(ALNUM + "_~.", 34)),
        ("Endpoint=sb://x/;SharedAccessKeyName=Root;SharedAccessKey={}", some(BASE64, 43) + "="),
        ("https://x.blob.core.windows.net/c?sv=2022&sig={}", some(ALNUM, 43) + "%3D"),
    ],
    "github": [
        ("git clone https://{}@github.com/a/b", "ghp_" + some(ALNUM, 36)),
        ("GITHUB={}", "gho_" + some(ALNUM, 36)),
        ("token {}", "github_pat_" + some(ALNUM, 22) + "_" + some(ALNUM, 59)),
    ],
    "in a sentence": [
        ("the server needs password={}", "swordfish"),
        ("it was started with export DB_PASSWORD={}", "a&b;c(d"),
    ],
    "gitlab": [("PRIVATE-TOKEN: {}", "glpat-" + some(ALNUM + "_-", 20))],
    "slack": [
        ("slack({})", "xoxb-" + some("0123456789", 12) + "-" + some(ALNUM, 24)),
        ("curl https://hooks.slack.com/services/{}", "T0AB12CD3/B0EF45GH6/" + some(ALNUM, 24)),
    ],
    "stripe": [
        ("stripe.api = '{}'", "sk_live_" + some(ALNUM, 24)),
        ("endpoint {}", "whsec_" + some(ALNUM, 32)),
    ],
    "openai and anthropic": [
        ("OPENAI_API_KEY={}", "sk-" + some(ALNUM, 48)),
        ("openai: {}", "sk-proj-" + some(ALNUM + "_-", 60)),
        ("ANTHROPIC={}", "sk-ant-api03-" + some(ALNUM + "_-", 80)),
    ],
    "package registries": [
        ("//registry/:_authToken={}", "npm_" + some(ALNUM, 36)),
        ("password = {}", "pypi-AgEIcHlwaS5vcmc" + some(ALNUM + "_-", 90)),
        ("docker login with {}", "dckr_pat_" + some(ALNUM, 27)),
    ],
    "other services": [
        ("hub {}", "hf_" + some(ALNUM, 34)),
        ("send {}", "SG." + some(ALNUM, 22) + "." + some(ALNUM, 43)),
        ("vault {}", "hvs." + some(ALNUM, 32)),
        ("bot {}", some("123456789", 9) + ":AA" + some(ALNUM + "_-", 33)),
        ("shop {}", "shpat_" + some(HEX, 32)),
        ("https://discord.com/api/webhooks/{}", some("123456789", 18) + "/" + some(ALNUM, 68)),
    ],
    "jwt": [
        ("cookie jar: {}", f"eyJ{some(ALNUM, 33)}.eyJ{some(ALNUM, 60)}.{some(ALNUM + '_-', 43)}"),
        ("cut off: {}", f"eyJ{some(ALNUM, 33)}.eyJ{some(ALNUM, 20)}"),
    ],
    "bearer": [
        ("Authorization: Bearer {}", some(ALNUM, 32)),
        ("-H 'authorization: bearer {}'", some(HEX, 40)),
        ("it says Bearer {} in the log", some(ALNUM, 24)),
        ('headers={{"Authorization": "Token {}"}}', some(HEX, 40)),
    ],
    "basic auth": [
        ("Authorization: Basic {}", b64(f"{USER}:{GOOD}")),
        ("curl -u admin:{} https://host", GOOD),
    ],
    "password in code": [
        ('password = "{}"', "hunter2"),
        ("db.connect(user='app', passwd='{}')", "swordfish"),
        ('"password": "{}",', "s3cr3t!"),
        ('{{\\"password\\": \\"{}\\"}}', "c0rrect"),
        ('private static final String DB_PASSWORD = "{}";', "x9-Blue-Fish"),
        ("const dbPassword: string = `{}`", "winter2024"),
        ("define('DB_PASSWORD', '{}');", "opensesame"),
        ("'password' => '{}',", "kaffee77"),
        ("CREATE USER app IDENTIFIED BY '{}'", "rotbart9"),
        ("<password>{}</password>", "barbarossa"),
        ("if (secret == '{}') return", "openup"),
    ],
    "password in configuration": [
        ("POSTGRES_PASSWORD={}", "swordfish"),
        ("export DB_PASS_PASSWORD={}", "a&b;c(d"),
        ("  password: {}", "swordfish"),
        ("password={}", "swordfish"),
        ("spring.datasource.password={}", GOOD),
        ("passphrase: {}", "x7gj2k"),
        ("machine host login me password {}", "opensesame"),
        ("db.example.com:5432:shop:app:{}", "opensesame"),
    ],
    "password on the command line": [
        ("mysql -u root -p{} shop", "hunter2"),
        ("tool --password {} --verbose", "hunter2"),
        ("tool --password={}", "swordfish"),
        ("sshpass -p {} ssh host", "hunter2"),
        ("redis-cli -a {} ping", "hunter2"),
        ("deploy --token {}", some(ALNUM, 20)),
    ],
    "password in prose": [
        ("the staging password is {}, do not share", "hunter2"),
        ("Password: {}", "sesame99"),
    ],
    "connection string": [
        ("postgres://app:{}@db.example.com:5432/shop", "p@ssw0rd"),
        ("mongodb+srv://app:{}@cluster0.example.net", GOOD),
        ("redis://:{}@cache:6379/0", "swordfish"),
        ("amqp://guest:{}@mq", "guest1"),
        ("Server=db;Database=shop;User Id=app;Password={};", "swordfish"),
        ('dsn = "https://app:{}@sentry.example.com/1"', some(HEX, 32)),
    ],
    "cookie": [
        ("Cookie: theme=dark; sessionid={}", some(ALNUM, 32)),
        ("Set-Cookie: csrftoken={}; Path=/; HttpOnly", some(ALNUM, 32)),
    ],
    "private key": [
        (f"{BEGIN} RSA PRIVATE KEY-----\n{{}}\n{END} RSA PRIVATE KEY-----", lines(BASE64, 5)),
        (f"{BEGIN} OPENSSH PRIVATE KEY-----\n{{}}", lines(BASE64, 3) + "\n" + some(BASE64, 40)),
        (f"{BEGIN} EC PRIVATE KEY-----\\n{{}}\\n{END} EC PRIVATE KEY-----\\n", some(BASE64, 64)),
        (f"cut: {{}}\n{END} PRIVATE KEY-----", lines(BASE64, 2)),
        ("client-key-data: {}", b64(f"{BEGIN} RSA PRIVATE KEY-----\n" + some(BASE64, 200))),
        ('"kty":"RSA","d":"{}"', some(ALNUM + "_-", 80)),
        ("PrivateKey = {}", some(BASE64, 43) + "="),
    ],
    "password hash": [
        ("root:{}:19000:0", "$6$" + some(ALNUM, 16) + "$" + some(ALNUM + "./", 86)),
        ("hash = {}", "$2b$12$" + some(ALNUM + "./", 53)),
    ],
    "looks like a key": [
        ("id {} seen", some(ALNUM, 32)),
        ("config('{}')", some(ALNUM + "_-", 43)),
        ("x={}", some(string.ascii_uppercase + string.digits, 32)),
    ],
    "private block": [
        ("before <private>{}</private> after", "call me at the office"),
        ("before <PRIVATE>\n{}\n", "never closed"),
        ("a <private>b <private>c</private> {} </private> d", "nested"),
    ],
}
PLANTED = [
    pytest.param(form.format(secret), secret, id=f"{kind} {number}")
    for kind, forms in FORMS.items()
    for number, (form, secret) in enumerate(forms)
]

ORDINARY = """
password = get_password(user)
self.password = password
password: str
def login(username: str, password: str | None = None) -> Token:
if not check_password(form.password, user.password):
token = tokens[index + 1]
fields = ("username", "password", "email")
const { password, token } = req.body
password: z.string().min(8),
this.token = await fetchToken(this.config.tokenUrl);
access_token=os.environ["ACCESS_TOKEN"]
password=${DB_PASSWORD}
DB_PASSWORD=$(cat /run/secrets/db)
password = "<your-password>"
api_key = "YOUR_API_KEY"
secretName: db-credentials
password_file = /etc/app/password
- uses: actions/checkout@8ade135a41bc03ea155e62e844d188df1ea18608
"integrity": "sha512-Kg/6F0T8nD5S7yk2xVQmZ1bT4kV9u0c7J3gE5rW8pQ2sXh6LfNdYvBzCtAoMiUeGjRlKwPqHyTnDbSxVcZrFmA==",
github.com/aws/aws-sdk-go-v2 v1.43.0 h1:fharf/WhbRAVZ1du0QL7roNFxZ6T/sWr+4Ni617bwSI=
id: 550e8400-e29b-41d4-a716-446655440000
commit 9bea85795705d015cdadc82c68b99196a8554f5c
checksum = "3f786850e387550fdab836ed7e6dc881de23001b3f786850e387550fdab836ed"
static const char b64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
#define HASH_SEED 0X4E9A9DE6A35691CDULL
import { createStandaloneToolkitProvider } from "@design/core/toolkit-provider"
https://github.com/vuejs/core/commit/66c0ed0a3c1c6f37dafc6b1c52b75c6bf60e3136
var options = new Dictionary<string, Private>();
List<Private> items = new List<Private>();
ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl me@host
.sk-fading-circle-animation-delay-second { animation-delay: -1.1s; }
see docs/design/2024-01-15-authentication-token-refresh.md
Bearer authentication is described in the section on basic authentication
use --password to set one, or --token for a token
ENV PATH=/usr/local/bin:$PATH PASSWORD_STORE_DIR=/data/store
""".strip().splitlines()


def test_at_least_sixty_secrets_of_fifteen_kinds_are_planted() -> None:
    assert len(PLANTED) >= 60
    assert len(FORMS) >= 15


@pytest.mark.parametrize(("text", "secret"), PLANTED)
def test_a_planted_secret_is_gone_and_its_place_is_marked(text: str, secret: str) -> None:
    """Ruling 38."""
    shown = redact(text)
    assert secret not in shown
    assert "[redacted:" in shown
    for line in secret.splitlines():
        assert line[: max(6, len(line) // 3)] not in shown
    assert redact(shown) == shown


@pytest.mark.parametrize(("text", "secret"), PLANTED)
@pytest.mark.parametrize("around", ["{}", "so I ran\n{}\nand it failed", '{{"prompt": {!r}}}'])
def test_a_secret_is_gone_from_whatever_it_stands_in(text: str, secret: str, around: str) -> None:
    """Ruling 38: in a prompt, in a transcript, in a log line."""
    inside = around.format(text)
    shown = redact(inside)
    if secret in inside:
        assert secret not in shown
    assert redact(shown) == shown


@pytest.mark.parametrize("line", ORDINARY)
def test_ordinary_code_stays_as_it_is(line: str) -> None:
    """Names, types, calls, variables, hashes, UUIDs and checksums are no secrets."""
    assert redact(line) == line


def test_colours_of_a_terminal_hide_no_secret() -> None:
    assert redact("password: \x1b[33mhunter2x9\x1b[0m done") == "password: [redacted:password] done"
    assert redact("a \x1b[1;31mred\x1b[0m word") == "a red word"


def test_text_around_a_secret_stays() -> None:
    """Ruling 38: visible in its place, and nothing more than the secret is taken."""
    assert redact('db(password="hunter2", port=5432)') == (
        'db(password="[redacted:password]", port=5432)'
    )
    assert redact("postgres://app:hunter2@db/shop") == "postgres://app:[redacted:password]@db/shop"
    assert redact("keep <private>this</private> short") == "keep [redacted:private] short"
    key = f"a\n{BEGIN} PRIVATE KEY-----\n{lines(BASE64, 2)}\n{END} PRIVATE KEY-----\nb"
    assert redact(key) == "a\n[redacted:private-key]\nb"
    cut = f"{BEGIN} PRIVATE KEY-----\n{lines(BASE64, 2)}\nThen I went on and wrote more."
    assert redact(cut) == "[redacted:private-key]\nThen I went on and wrote more."


def test_a_certificate_is_public() -> None:
    certificate = f"{BEGIN} CERTIFICATE-----\n{lines(BASE64, 4)}\n{END} CERTIFICATE-----\n"
    assert redact(certificate) == certificate


def ordinary_lines(count: int) -> list[str]:
    """Lines of the standard library, evenly spread, and the samples above."""
    found: list[str] = []
    library = pathlib.Path(sysconfig.get_path("stdlib"))
    for path in sorted(library.glob("*.py")) + sorted(library.glob("[a-h]*/*.py")):
        text = path.read_text(encoding="utf-8", errors="replace")
        found += [line for line in text.splitlines() if line.strip()]
    return found[:: max(1, len(found) // count)][:count] + ORDINARY


def test_at_most_two_percent_of_ordinary_lines_are_altered() -> None:
    """Ruling 38: on more than 2,000 lines of real code; in fact hardly one."""
    sample = ordinary_lines(4000)
    assert len(sample) > 2000
    altered = [line for line in sample if redact(line) != line]
    assert len(altered) <= 0.002 * len(sample), altered


@pytest.mark.parametrize(
    "piece",
    [
        *(
            "a",
            "password=",
            "password: ",
            'password="',
            "eyJ",
            "-",
            "://a:",
            "a:b@",
            "<private>",
            "<",
        ),
        *("-----BEGIN RSA PRIVATE KEY-----\n", "-----END RSA PRIVATE KEY-----\n", "A1b2C3d4E5+/"),
        *(
            "Cookie: a=",
            "a=b; ",
            "curl -u ",
            "mysql -",
            "Authorization: Bearer ",
            "xox",
            "sk-",
            "pat",
        ),
        *("token is ", "AKIA", "login a ", ":5432:", "1:AA", "a/", "\\n", "secret ", "-----BEGIN "),
    ],
)
def test_time_grows_with_the_length_and_no_faster(piece: str) -> None:
    """No text makes it slow: ten times the text takes about ten times as long, not a hundred."""
    short, long = piece * (30_000 // len(piece)), piece * (300_000 // len(piece))

    def cost(text: str) -> float:
        start = time.process_time()
        redact(text)
        return time.process_time() - start

    cost(short)
    assert cost(long) <= 30 * max(cost(short), 0.01)


@given(st.text())
@settings(max_examples=200)
def test_redacting_twice_is_redacting_once(text: str) -> None:
    once = redact(text)
    assert redact(once) == once


bits = st.sampled_from(
    [
        *(
            "password",
            "=",
            ": ",
            '"',
            "'",
            "hunter2",
            " ",
            "\n",
            "token",
            "sk-ant-",
            "://",
            "a:",
            "@",
        ),
        *("<private>", "</private>", "Bearer ", "--", "A1b2C3d4E5f6G7h8I9j0K1", "[redacted:", "]"),
        *("-----BEGIN RSA PRIVATE KEY-----", "-----END RSA PRIVATE KEY-----", "eyJhbGciOiJI", "."),
        *("Cookie: ", "sid=", ";", "curl -u ", "mysql -p", "\\", "`", ",", "(", "SECRET", "is "),
    ]
)


@given(st.lists(bits, max_size=20).map("".join))
@settings(max_examples=300)
def test_pieces_of_secrets_redact_the_same_twice(text: str) -> None:
    once = redact(text)
    assert redact(once) == once
