"""Whether a file has to do with a type, which a call on an unknown receiver needs to lead to it."""

from sightline.index.resolving.file_view import View
from sightline.index.resolving.inference import Inference
from sightline.index.resolving.module_lookup import find_module
from sightline.index.resolving.name_source import Place
from sightline.index.resolving.type_syntax import names_of
from sightline.parse.chains import IMPLICIT, Chain
from sightline.parse.scopes import TYPES

MOST_NAMESAKES = 5  # types of one name that are looked at

# Where a module is a file, importing it is as good as naming what it holds.
_FILES = frozenset(("path", "beside", "dotted", "include"))


class Nearness:
    """What the files of a run have to do with, found out when first asked."""

    def __init__(self, infer: Inference) -> None:
        self._infer = infer
        self._words: dict[int, set[str]] = {}
        self._types: dict[int, set[Place]] = {}
        self._modules: dict[int, set[str]] = {}

    def may_mean(self, view: View, chain: Chain, place: Place) -> bool:
        """Whether a call may mean the only member of that name, whatever it is asked of."""
        vague = view.habits.vague_methods
        if not vague:
            return True
        file, position = place
        symbols = self._infer.view(file).symbols
        _, _, parent, written = symbols[position]
        owner = _short(symbols[parent][0] if parent > 0 else written)
        if not self.is_in_reach(view, file):
            return False
        if not owner:
            return True  # a function of its own
        head = chain[0]
        if len(chain) == 2 and head[:1].isupper() and not head.isupper():
            return head == owner  # a type that the project does not have
        if not vague.search(chain[-1]):
            return True
        if len(chain) == 2 and head == IMPLICIT and view.habits.implicit_types:
            return True
        if file == view.file or owner in self._named(view):
            return True
        if (file, parent) in self._inherited(view):
            return True
        module = self._infer.view(file).facts.module
        return view.habits.modules in _FILES and module in self._imported(view)

    def is_in_reach(self, view: View, file: int) -> bool:
        """Whether code of one file calls into another at all: none but tests calls tests."""
        tests = view.habits.test_path
        if not tests or file == view.file or tests.search(view.path):
            return True
        return not tests.search(self._infer.view(file).path)

    def _named(self, view: View) -> set[str]:
        """All names of a file that may be types."""
        words = self._words.get(view.file)
        if words is None:
            facts = view.facts
            written = {text for _, _, text in facts.types}
            written.update(base[2] for base in facts.bases)
            words = {name for text in written for path in names_of(text) for name in path}
            words.update(part for _, _, chain in facts.calls for part in chain)
            for _, _, local, module, member in facts.imports:
                words.update((local, member, _short(module)))
            words.update(symbol[0] for symbol in facts.symbols if symbol[1] in TYPES)
            words -= view.habits.builtins
            self._words[view.file] = words
        return words

    def _inherited(self, view: View) -> set[Place]:
        """Everything that the types a file names inherit from."""
        places = self._types.get(view.file)
        if places is None:
            places = self._types[view.file] = set()
            for name in sorted(self._named(view)):
                for file, position in self._infer.names.named(name)[:MOST_NAMESAKES]:
                    other = self._infer.view(file)
                    if other.habits is view.habits and other.symbols[position][1] in TYPES:
                        places.update(self._infer.lineage(file, position)[0])
        return places

    def _imported(self, view: View) -> set[str]:
        modules = self._modules.get(view.file)
        if modules is None:
            written = {entry[3] for entry in view.facts.imports}
            found = (find_module(self._infer.names, view, module) for module in sorted(written))
            modules = self._modules[view.file] = {module for module in found if module}
        return modules


def _short(written: str) -> str:
    """`a.b::C<T>` is `C`."""
    path = names_of(written)
    return path[0][-1] if path else written
