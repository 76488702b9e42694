"""A small repository with a past, made the same each time."""

import os
import pathlib
import subprocess

import pytest

MODULES = {
    "billing/invoice.py": "def total_of_invoice(lines):\n    return sum(line.price for line in lines)\n",
    "billing/tax.py": "def tax_of(price, rate):\n    return price * rate\n",
    "mail/outbox.py": "class Outbox:\n    def deliver(self, letter):\n        return letter\n",
    "mail/address.py": "def parse_address(text):\n    name, _, host = text.partition('@')\n    return name, host\n",
    "store/ledger.py": "class Ledger:\n    def append_entry(self, entry):\n        self.entries.append(entry)\n",
}
CHANGES = (
    (
        "Round the tax to whole cents",
        "billing/tax.py",
        "def rounded(price):\n    return round(price, 2)\n",
    ),
    (
        "Refuse an address without a host",
        "mail/address.py",
        "def check_host(host):\n    assert host\n",
    ),
    (
        "Keep the ledger in order of entry\n\nSigned-off-by: A <a@b.example>",
        "store/ledger.py",
        "def in_order(entries):\n    return sorted(entries)\n",
    ),
)
DAY = 86_400
START = 1_700_000_000


def git(root: pathlib.Path, *arguments: str, at: int = START) -> None:
    environ = {
        **os.environ,
        "GIT_AUTHOR_DATE": f"{at} +0000",
        "GIT_COMMITTER_DATE": f"{at} +0000",
        "GIT_CONFIG_GLOBAL": os.devnull,
    }
    identity = ("-c", "user.name=A", "-c", "user.email=a@b.example")
    subprocess.run(
        ["git", *identity, *arguments], cwd=root, env=environ, check=True, capture_output=True
    )


@pytest.fixture
def repository(tmp_path: pathlib.Path) -> pathlib.Path:
    """Five modules, then three commits that each change one of them, a day apart."""
    root = tmp_path / "shop"
    for name, text in MODULES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    git(root, "init", "-q", "-b", "main")
    git(root, "add", ".")
    git(root, "commit", "-qm", "Start the shop")
    for number, (message, name, text) in enumerate(CHANGES, 1):
        with open(root / name, "a") as file:
            file.write(text)
        git(root, "commit", "-qam", message, at=START + number * DAY)
    return root
