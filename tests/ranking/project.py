"""A small project made for ranking: pairs that only one kind of evidence tells apart.

In every pair the one that should rank higher stands later in the order of paths or lines, so that
without its evidence the other one wins.
"""

import pathlib
import subprocess
from textwrap import dedent

FILES = {
    # words: all three words in the whole file, against two of them in one function.
    "scales/balance.py": """
        def settle(tray):
            return tray.pivot + tray.counterweight


        def unsettle(tray):
            return tray.pivot - tray.counterweight
        """,
    "scales/platform.py": """
        def level(plate):
            plate.fulcrum()
            plate.fulcrum()
            return plate.fulcrum


        def steady(plate):
            plate.counterweight()
            plate.counterweight()
            return plate.counterweight


        def tilt(plate):
            plate.pivot()
            plate.pivot()
            return plate.pivot
        """,
    # best: the same words, spread over functions or together in one.
    "kiln/glaze_a.py": """
        def first(shelf):
            return shelf.celadon


        def second(shelf):
            return shelf.crackle


        def third(shelf):
            return shelf.biscuit
        """,
    "kiln/glaze_b.py": """
        def first(shelf):
            return shelf.celadon, shelf.crackle, shelf.biscuit


        def second(shelf):
            return shelf


        def third(shelf):
            return shelf
        """,
    # history and recent, of files and of functions: twins but for the commits that touched them.
    "orchard/graft_a.py": """
        def splice(rootstock):
            return rootstock.cambium
        """,
    "orchard/graft_b.py": """
        def splice(rootstock):
            return rootstock.cambium
        """,
    "orchard/press_a.py": """
        def squeeze(pomace):
            return pomace.must
        """,
    "orchard/press_b.py": """
        def squeeze(pomace):
            return pomace.must
        """,
    # changed: before the newest commits, or never.
    "orchard/vat_a.py": """
        def ferment(cider):
            return cider.lees
        """,
    "orchard/vat_b.py": """
        def ferment(cider):
            return cider.lees
        """,
    "orchard/hive.py": """
        def smoke_a(apiary):
            colony = apiary.brood
            return colony


        def smoke_b(apiary):
            colony = apiary.brood
            return colony


        def feed_a(apiary):
            larvae = apiary.nectar
            return larvae


        def feed_b(apiary):
            larvae = apiary.nectar
            return larvae
        """,
    # defines: one speaks more of it, the other defines it.
    "press/notes.py": '''
        def about(sheet):
            """typesetGalley, typesetGalley, typesetGalley: typeset the galley, typeset it well."""
            return "typesetGalley"
        ''',
    "press/work.py": """
        def typesetGalley(sheet):
            lines = sheet.columns
            margins = sheet.gutter
            return lines, margins
        """,
    # path: one speaks of it, the other lies there.
    "depot/no/shunting.py": '''
        def yard(wagon):
            """Shunting in the yard: shunting, shunting by wagons."""
            return wagon.shunting
        ''',
    "depot/so/shunting.py": """
        def yard(wagon):
            return wagon.buffers
        """,
    # module: the same for a dotted name.
    "ferry/no/moorings.py": '''
        def berth(hull):
            """Moorings: the berth of the moorings, moorings."""
            return hull.moorings
        ''',
    "ferry/so/moorings.py": """
        def berth(hull):
            return hull.keel
        """,
    # trace of a file and of a function.
    "mill/grind_a.py": """
        def crush(hopper):
            # bran, hopper, bran, hopper: grind_b, grind_b and grind_b
            return hopper.bran
        """,
    "mill/grind_b.py": """
        def crush(hopper):
            return hopper.bran
        """,
    "mill/sieve.py": """
        def bolt_a(flour):
            # bolt_b, bolt_b: chaff, flour
            return flour.chaff


        def bolt_b(meal):
            return meal.chaff
        """,
    # session: twins.
    "forge/anvil_a.py": """
        def quench(billet):
            return billet.slag
        """,
    "forge/anvil_b.py": """
        def quench(billet):
            return billet.slag
        """,
    # central: twins, of which one is used all over.
    "mint/die_a.py": """
        def strike_obverse(planchet):
            return planchet.milling
        """,
    "mint/die_b.py": """
        def strike_reverse(planchet):
            return planchet.milling
        """,
    "mint/users.py": """
        from mint.die_b import strike_reverse


        def one(x):
            return strike_reverse(x)


        def two(x):
            return strike_reverse(x)


        def three(x):
            return strike_reverse(x)
        """,
    # side: an example and the source.
    "examples/tannery.py": """
        def cure(pelt):
            return pelt.lime
        """,
    "leather/tannery.py": """
        def cure(pelt):
            return pelt.lime
        """,
    # prose: what is written about it, and what does it.
    "apothecary/README.md": """
        # Tincture, poultice and decoction

        A tincture is no poultice. A decoction is no tincture. A poultice is no decoction.
        The tincture, the poultice and the decoction: how a tincture becomes a decoction.
        """,
    "apothecary/shelves.py": """
        class Jar:
            def __init__(self, label, size, price, weight, colour, origin, date, owner):
                self.label = label
                self.size = size
                self.price = price
                self.weight = weight
                self.colour = colour
                self.origin = origin
                self.date = date
                self.owner = owner

            def brew(self, pot, water, heat, minutes, stirring, filtering):
                pot.fill(water)
                pot.warm(heat)
                pot.wait(minutes)
                pot.stir(stirring)
                pot.strain(filtering)
                return pot.decoction
        """,
    # text, name, owner, lines and near: symbols of one file.
    "loom/weave.py": '''
        def plain(thread):
            return thread.colour


        def pattern(thread):
            return thread.heddle + thread.treadle


        def aboutBobbin(thread):
            """windBobbin and windBobbin, to wind the bobbin: wind, bobbin, wind, windBobbin."""
            name = "windBobbin"
            verb = "wind"
            noun = "bobbin"
            return name, verb, noun


        def windBobbin(thread):
            first = thread.colour
            second = thread.length
            third = thread.knots
            return first, second, third
        ''',
    # owner: the other one is longer, and of a class with the same word.
    "loom/harbour.py": """
        class CraneWinch:
            def hoist(self, load):
                weight = load.weight
                height = load.height
                speed = load.speed
                return weight, height, speed


        class Crane:
            def hoist(self, load):
                weight = load.weight
                height = load.height
                return weight, height
        """,
    "loom/gates.py": """
        def sluice(lock):
            return lock.paddle


        def weir(lock):
            return lock.paddle


        def spillway(lock):
            return lock.paddle
        """,
    "loom/dye.py": """
        def steep_a(vat):
            return vat.mordant


        def steep_b(vat):
            return vat.mordant


        def madder(vat):
            indigo = vat.indigo
            woad = vat.woad
            return steep_b(vat), indigo, woad
        """,
    # around: methods of equal words, of which one is in a class with more of them.
    "loom/sewing.py": '''
        class Tunic:
            """Worn on the outside, made of linen."""

            def trim_a(self, cloth):
                return cloth.hem


        class Kirtle:
            """A kirtle has a gusset."""

            def trim_b(self, cloth):
                return cloth.hem
        ''',
    # told: one commit of a few that touched it, against two of many.
    "clock/ratchet_a.py": """
        def file_down(pawl):
            return pawl.burr
        """,
    "clock/ratchet_b.py": """
        def file_down(pawl):
            return pawl.burr
        """,
    # name: more of the words are in its name; whole_name: fewer other words are in its name.
    "rope/briggs.py": """
        def coat(strand):
            return strand.oakum
        """,
    "rope/hawserman_deckhand_yard.py": """
        def coat(strand):
            return strand.oakum
        """,
    "rope/capstanbar_extra.py": """
        def turn(strand):
            return strand.turns
        """,
    "rope/capstanry.py": """
        def turn(strand):
            return strand.turns
        """,
    # name: the words of a name without separators are in it, too.
    "rope/splicehitches.py": """
        def lash(strand):
            return strand.marlin
        """,
    "rope/splice_of_two.py": """
        def lash(strand):
            return strand.marlin
        """,
    # folder and outer: the words are in the names of the folders.
    "dock/post.py": """
        def drive(stake):
            return stake.mallet
        """,
    "jettyside/post.py": """
        def drive(stake):
            return stake.mallet
        """,
    "bayside/deep/pier.py": """
        def sink(caisson):
            return caisson.ballast
        """,
    "lagoonside/deep/pier.py": """
        def sink(caisson):
            return caisson.ballast
        """,
    # former: the same in two versions.
    "gauge/v1/needle.py": """
        def swing(needle):
            return needle.bezel
        """,
    "gauge/v2/needle.py": """
        def swing(needle):
            return needle.bezel
        """,
    # linked: the best file uses one of the twins, another file uses the other.
    "barn/harness.py": """
        from barn.stall_b import fetch_right


        def tack(horse):
            return horse.saddle, horse.girth, fetch_right(horse)
        """,
    "barn/stall_a.py": """
        def fetch_left(horse):
            return horse.saddle
        """,
    "barn/stall_b.py": """
        def fetch_right(horse):
            return horse.saddle
        """,
    "barn/visitors.py": """
        from barn.stall_a import fetch_left


        def one(x):
            return fetch_left(x)


        def two(x):
            return fetch_left(x)
        """,
    "ledger.py": "ENTRIES = 0\n",
}
# Filler that pushes what came before out of the newest commits.
FILLER = 45


class Change:
    """A later commit: its message, its file, and what it changes there."""

    def __init__(self, message: str, path: str, old: str, new: str) -> None:
        self.message, self.path, self.old, self.new = message, path, old, new


class Series:
    """Several commits with one message that add a comment to a file."""

    def __init__(self, message: str, path: str, number: int) -> None:
        self.message, self.path, self.number = message, path, number


SERIES = (
    # history: more commits that match, among many that do not.
    Series("Keep the scion from drying out", "orchard/graft_a.py", 1),
    Series("Keep the scion from drying out", "orchard/graft_b.py", 3),
    Series("Sweep", "orchard/graft_b.py", 20),
    Series("Grind the burr off", "clock/ratchet_a.py", 2),
    Series("Sweep", "clock/ratchet_a.py", 58),
    Series("Grind the burr off", "clock/ratchet_b.py", 1),
    # So that the others of these pairs were not changed later.
    Series("Dust", "orchard/graft_a.py", 1),
    Series("Dust", "clock/ratchet_a.py", 1),
    Series("Dust", "orchard/vat_b.py", 1),
)
OLD_CHANGES = (
    Change(
        "Calm swarming queens", "orchard/hive.py", "def smoke_b(apiary):\n    colony = apiary.brood",
        "def smoke_b(apiary):\n    colony = apiary.brood  # calm",
    ),
)  # fmt: skip
NEW_CHANGES = (
    Change("Tidy up", "orchard/press_b.py", "pomace.must", "pomace.must  # tidy"),
    Change("Tidy more", "orchard/press_b.py", "# tidy", "# tidier"),
    Change("Tidy up", "orchard/press_a.py", "pomace.must", "pomace.must  # tidy"),
    Change(
        "Tidy up again", "orchard/hive.py", "def feed_b(apiary):\n    larvae = apiary.nectar",
        "def feed_b(apiary):\n    larvae = apiary.nectar  # tidy",
    ),
)  # fmt: skip


def build(root: pathlib.Path) -> None:
    """Write the project and its history; one run of git takes it all in."""
    texts = {path: dedent(text).lstrip("\n") for path, text in FILES.items()}
    stream: list[str] = []
    _commit(stream, "Start", dict(texts))
    for series in SERIES:
        for number in range(series.number):
            texts[series.path] += f"# {series.message.partition(' ')[0]} {number}\n"
            _commit(stream, series.message, {series.path: texts[series.path]})
    for change in OLD_CHANGES:
        _change(stream, texts, change)
    for number in range(FILLER):
        texts["ledger.py"] = f"ENTRIES = {number + 1}\n"
        _commit(stream, "Enter what was sold", {"ledger.py": texts["ledger.py"]})
    for change in NEW_CHANGES:
        _change(stream, texts, change)
    root.mkdir(parents=True)
    subprocess.run(["git", "init", "-q", "-b", "main", str(root)], check=True)
    data = "".join(stream).encode()
    subprocess.run(["git", "-C", str(root), "fast-import", "--quiet"], input=data, check=True)
    subprocess.run(["git", "-C", str(root), "reset", "-q", "--hard", "main"], check=True)


def _change(stream: list[str], texts: dict[str, str], change: Change) -> None:
    assert change.old in texts[change.path], change.message
    texts[change.path] = texts[change.path].replace(change.old, change.new)
    _commit(stream, change.message, {change.path: texts[change.path]})


def _commit(stream: list[str], message: str, files: dict[str, str]) -> None:
    when = 1_700_000_000 + 3_600 * len(stream)
    stream.append(
        f"commit refs/heads/main\ncommitter A <a@example.org> {when} +0000\n"
        f"data {len(message.encode())}\n{message}\n"
        + "".join(
            f"M 100644 inline {path}\ndata {len(text.encode())}\n{text}\n"
            for path, text in files.items()
        )
    )
