"""Turns the facts of a file into relations: what it calls, imports, extends and mentions.

What stays open is kept as relations below SHOWN, one per candidate. Nothing outside the project
gets one. Where a call leads is found out by `index.calls`.
"""

from sightline.index.resolving.calls import SURE, Calls
from sightline.index.resolving.config_blocks import find_block
from sightline.index.resolving.file_view import View
from sightline.index.resolving.inference import Inference
from sightline.index.resolving.name_source import Names, Place
from sightline.index.resolving.type_syntax import names_of, read_type
from sightline.index.resolving.values import FUNCTION, MODULE, TYPE, Value
from sightline.model.code import Ends, Reference
from sightline.parse.chains import Chain
from sightline.parse.facts import SELF, Bound
from sightline.parse.languages import Languages
from sightline.parse.scopes import TYPES

_NOTHING: dict[str, Bound] = {}
_OWN = (SELF,)

Led = dict[Chain, Ends]  # where chains lead
# What a scope binds, the object it belongs to, what is known for all of that and for it alone.
Home = tuple[dict[str, Bound], Value | None, Led, Led]


class Resolver:
    """Resolves the files of one run; what it works out for one file serves the others."""

    def __init__(self, names: Names, languages: Languages) -> None:
        self.names = names
        self.infer = Inference(names, languages)
        self._calls_of = Calls(names, self.infer)

    def references(self, file: int) -> list[Reference]:
        """All places in a file that refer to something; calls of a scope by itself included."""
        view = self.infer.view(file)
        found: list[Reference] = []
        self._calls(view, found)
        self._imports(view, found)
        self._bases(view, found)
        self._types(view, found)
        return found

    def _calls(self, view: View, found: list[Reference]) -> None:
        habits, varying, local = view.habits, view.varying, view.local_names
        paths = habits.qualified_paths
        apart = paths or habits.class_scope
        homes: dict[int, Home] = {}
        shared: dict[Value | None, Led] = {}
        known = self._calls_of.known(habits)
        leads, here = known.leads, -1
        for scope, line, chain in view.facts.calls:
            length = len(chain)
            if length > 1 and not leads[chain[-1]]:
                continue
            if scope != here:
                here = scope
                home = homes.get(scope)
                if home is None:
                    home = homes[scope] = self._home(view, scope, shared)
                bound, own, ours, mine = home
            # What is asked of an object by one of its methods means the same in all of them, and
            # what begins with a name of the whole file the same in all that belongs to one type.
            head = chain[0]
            if apart or head in local:
                asks_own = own and length > 1 and not paths and bound.get(head) == _OWN
                led = ours if asks_own else mine
            else:
                led = mine if length > 2 and _asserts(chain) else ours
            ends = led.get(chain)
            if ends is None:
                ends = self._calls_of.ends(known, view, scope, chain, line, own)
                if head not in varying:
                    led[chain] = ends
            if ends:
                found.append((scope, line, ends))

    def _home(self, view: View, scope: int, shared: dict[Value | None, Led]) -> Home:
        own = self.infer.own_type(view, scope)
        ours = shared.get(own)
        if ours is None:
            ours = shared[own] = {}
        return (view.bindings.get(scope, _NOTHING), own, ours, {})

    def _imports(self, view: View, found: list[Reference]) -> None:
        infer, file = self.infer, view.file
        for scope, line, _, module, member in view.facts.imports:
            values = infer.imported(view, module, "" if member == "*" else member)
            if values:
                place = self._place(values[0], module)
                if place and place[0] != file:
                    found.append((scope, line, (("imports", place, SURE, "import", 1),)))

    def _place(self, value: Value, written: str = "") -> Place | None:
        sort = value[0]
        if sort == MODULE:
            files = self.names.files_of(value[1])
            if len(files) > 1:
                # A header and its source are one module: the one that was named is meant.
                ending = written.rpartition("/")[2]
                named = [file for file in files if self.names.path(file).endswith(ending)]
                files = named or files
            return (files[0], 0) if files else None
        return (value[1], value[2]) if sort in (TYPE, FUNCTION) else None

    def _bases(self, view: View, found: list[Reference]) -> None:
        symbols = view.symbols
        for scope, line, written, kind, owner in view.facts.bases:
            if owner and symbols[scope][1] not in TYPES:
                continue
            path = read_type(written).path
            outer = symbols[scope][2] if scope else 0
            values = self.infer.type_name(view, max(outer, 0), path) if path else None
            for value in values or ():
                if value[0] == TYPE:
                    end = (kind, (value[1], value[2]), SURE, "type", 1)
                    found.append((scope, line, (end,)))

    def _types(self, view: View, found: list[Reference]) -> None:
        habits, local = view.habits, view.local_names
        moving = habits.class_scope or habits.global_types
        seen: set[tuple[int, tuple[str, ...]]] = set()
        known: dict[tuple[str, ...], Ends] = {}  # paths that mean the same in all of the file
        for scope, line, text in view.facts.types:
            for path in names_of(text):
                if (scope, path) in seen:
                    continue
                seen.add((scope, path))
                ends = known.get(path)
                if ends is None:
                    ends = self._type(view, scope, path)
                    if habits.blocks or not (moving or path[0] in local):
                        known[path] = ends
                if ends:
                    found.append((scope, line, ends))

    def _type(self, view: View, scope: int, path: tuple[str, ...]) -> Ends:
        if view.habits.blocks:
            block = find_block(self.infer, view, path)
            return (("type_ref", block, SURE, "type", 1),) if block else ()
        values = self.infer.type_name(view, scope, path) or ()
        places = [(value[1], value[2]) for value in values if value[0] == TYPE]
        return tuple([("type_ref", place, SURE, "type", 1) for place in places])


def _asserts(chain: Chain) -> bool:
    """Whether a type is asserted on the way, whose name may mean another elsewhere."""
    return "\n!" in "\n".join(chain)
