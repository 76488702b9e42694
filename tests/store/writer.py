"""A process of its own that writes to a store and says what was acknowledged; run by tests.

Arguments: home, name, number of writes, bytes of each, wait in milliseconds. It says `start`, waits
for its standard input to end, then says each id once the write (or the spool) has taken it. An
impatient one (wait below 10) also takes in what waits in the spool.
"""

import os
import sys


def main() -> None:
    home, name, count, size, wait = sys.argv[1], sys.argv[2], *map(int, sys.argv[3:6])
    sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "src"))
    from sightline.errors import SightlineError, StoreBusy
    from sightline.store.sqlite.database import Database, open_database
    from sightline.store.sqlite.spool import Spool, write_or_spool

    def apply(database: Database, kind: str, payload: dict[str, str]) -> None:
        # Two rows, so that half a transaction would show; a second time is refused.
        for key in (payload["id"], payload["id"] + "+"):
            database.statement("INSERT INTO meta VALUES (?, ?)", (key, payload["text"]))

    say(f"start {name}")
    sys.stdin.read()
    spool = Spool(os.path.join(home, "spool"), "memory")
    opened: list[Database] = []

    def drain(number: int) -> None:
        try:
            spool.drain(store(), apply, now=number)
        except StoreBusy:
            return  # Left for the next process.

    def store() -> Database:
        if not opened:
            opened.append(open_database(os.path.join(home, "memory.db"), "memory", busy_ms=wait))
        return opened[0]

    for number in range(count):
        identity = f"{name}-{number}"
        payload = {"id": identity, "text": identity * (size // len(identity) + 1)}
        try:
            written = write_or_spool(
                store, spool, "note", payload, apply, now=number, wait_ms=wait, event_id=identity
            )
        except SightlineError as error:
            say(f"error {type(error).__name__} {error}")
            continue
        say(f"{'written' if written else 'spooled'} {identity}")
        if number % 4 == 3 and wait < 10:
            drain(number)


def say(line: str) -> None:
    os.write(1, (line + "\n").encode())


main()
