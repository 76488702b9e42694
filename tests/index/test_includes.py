"""What a file sees through its includes."""

from sightline.index.resolving.resolver import Resolver
from sightline.parse.extract import extract
from sightline.parse.languages import Languages
from tests.index.names_in_memory import NamesInMemory

HEADERS = 60
NAMES = 40


class CountingNames(NamesInMemory):
    """Counts how often the files of a module are asked for."""

    questions = 0

    def files_of(self, module: str) -> list[int]:
        """The files that make up a module."""
        self.questions += 1
        return list(super().files_of(module))


def test_headers_that_include_each_other_are_followed_once_and_not_for_every_name() -> None:
    """An undefined name costs one lookup, not a walk through all headers."""
    everything = "".join(f'#include "h{n}.h"\n' for n in range(HEADERS))
    calls = "".join(f"  unknown_{n}(known_{n});\n" for n in range(NAMES))
    sources = {f"h{n}.h": f"{everything}void known_{n}(void);\n" for n in range(HEADERS)}
    sources["main.c"] = f"{everything}void main(void) {{\n{calls}}}\n"
    languages = Languages()
    names = CountingNames()
    for number, (path, text) in enumerate(sorted(sources.items())):
        language = languages.of_path(path)
        assert language
        names.add(number, path, extract(text.encode(), language, path).facts)
    resolver = Resolver(names, languages)
    for number in range(len(sources)):
        resolver.references(number)
    includes = HEADERS * (HEADERS + 1)
    assert names.questions < 6 * includes
