"""Case folders: source files, and what is read from them as text that a person can check."""

import pathlib
from typing import NamedTuple

from sightline.index.resolving.manifests import import_prefixes
from sightline.index.resolving.resolver import Resolver
from sightline.model.code import OpenCall, ParsedFile, Reference, Symbol
from sightline.parse.extract import extract
from sightline.parse.facts import unpack
from sightline.parse.languages import Language, Languages
from tests.index.names_in_memory import NamesInMemory

CASES = pathlib.Path(__file__).parent / "cases"
EXPECTED = "expected.txt"
MANIFESTS = ("go.mod", "Cargo.toml", "package.json", "pubspec.yaml", "tsconfig.json")
LANGUAGES = Languages()


class Edge(NamedTuple):
    """One relation; `source` is a position in the resolved file, the target is (file, position)."""

    source: int
    kind: str
    target: tuple[int, int]
    line: int
    confidence: float
    how: str


def edges_of(file: int, references: list[Reference]) -> list[Edge]:
    """The relations that references make; what refers to itself makes none."""
    return [
        Edge(source, kind, target, line, confidence, how)
        for source, line, targets in references
        for kind, target, confidence, how in targets
        if target != (file, source)
    ]


def case_folders(language: str = "") -> list[pathlib.Path]:
    """All case folders, or those of one language."""
    return sorted(p.parent for p in CASES.glob(f"{language or '*'}/*/{EXPECTED}"))


def sources(folder: pathlib.Path) -> list[pathlib.Path]:
    """The source files of a case."""
    return sorted(p for p in folder.rglob("*") if p.is_file() and p.name != EXPECTED)


def language_of(file: pathlib.Path) -> Language:
    """The language of a source file; a case without one is a mistake."""
    head = file.read_bytes()[:200]
    language = LANGUAGES.of_path(file.as_posix()) or LANGUAGES.of_first_line(head)
    assert language, f"no language for {file}"
    return language


def report(folder: pathlib.Path) -> str:
    """What is read from all files of a case, and which edges they make together."""
    files = []
    manifests = []
    for file in sources(folder):
        path = file.relative_to(folder).as_posix()
        if file.name in MANIFESTS:
            manifests.append(path)
        else:
            files.append(extract(file.read_bytes(), language_of(file), path))
    names = NamesInMemory(import_prefixes(str(folder), tuple(manifests)))
    for number, parsed in enumerate(files):
        names.add(number, parsed.path, parsed.facts)
    resolver = Resolver(names, LANGUAGES)
    told = []
    for number, parsed in enumerate(files):
        references, open_calls = resolver.references(number)
        edges = sorted(
            edges_of(number, references), key=lambda e: (e.line, e.source, e.kind, e.target)
        )
        lines = [*_report(parsed), *_edges(parsed, edges, files), *_open_calls(parsed, open_calls)]
        told.append("\n".join(lines) + "\n")
    return "\n".join(told)


def _report(parsed: ParsedFile) -> list[str]:
    facts, symbols = unpack(parsed.facts), parsed.symbols
    names = [s.qualified for s in symbols]
    lines = [f"== {parsed.path} ({parsed.language})", *(_symbol(s) for s in symbols)]
    for scope, line, local, module, member in facts.imports:
        said = f"{line} {names[scope]} imports {module}" + (f" {member}" if member else "")
        lines.append(said + (f" as {local}" if local not in ("", member) else ""))
    for scope, line, written, kind, owner in facts.bases:
        lines.append(f"{line} {owner or names[scope]} {kind} {written}")
    for scope, line, chain in sorted(facts.calls, key=lambda call: call[1]):
        lines.append(f"{line} {names[scope]} calls {_chain(chain)}")
    for scope, line, written in sorted(facts.types, key=lambda found: found[1]):
        lines.append(f"{line} {names[scope]} uses {written}")
    lines.extend(f"{problem.line} problem: {problem.message}" for problem in parsed.problems)
    return lines


def _edges(parsed: ParsedFile, edges: list[Edge], files: list[ParsedFile]) -> list[str]:
    lines = ["-- edges"] if edges else []
    for edge in edges:
        source = parsed.symbols[edge.source].qualified
        target = files[edge.target[0]].symbols[edge.target[1]].qualified
        lines.append(f"{edge.line} {source} {edge.kind} {target} ({edge.how})")
    return lines


def _open_calls(parsed: ParsedFile, open_calls: list[OpenCall]) -> list[str]:
    if not open_calls:
        return []
    names = [symbol.qualified for symbol in parsed.symbols]
    calls = sorted(open_calls, key=lambda call: (call.line, call.source, call.name))
    return [
        "-- open calls",
        *(f"{call.line} {names[call.source]} {call.name} ({call.reason})" for call in calls),
    ]


def _symbol(symbol: Symbol) -> str:
    span = f"{symbol.start_line}-{symbol.end_line}"
    told = [f"{span} {symbol.kind} {symbol.qualified}" + (" (test)" if symbol.is_test else "")]
    told.extend(text for text in (symbol.signature, symbol.doc and f'"{symbol.doc}"') if text)
    return " | ".join(told)


def _chain(chain: tuple[str, ...]) -> str:
    return ".".join(chain).replace(".()", "()").replace(".[]", "[]")
