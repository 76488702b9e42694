"""Case folders: source files, and what is read from them as text that a person can check."""

import pathlib

from sightline.model.code import Symbol
from sightline.parse.extract import extract
from sightline.parse.facts import unpack
from sightline.parse.languages import Language, Languages

CASES = pathlib.Path(__file__).parent / "cases"
EXPECTED = "expected.txt"
LANGUAGES = Languages()


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
    """What is read from all files of a case."""
    return "\n".join(_report(file, file.relative_to(folder).as_posix()) for file in sources(folder))


def _report(file: pathlib.Path, path: str) -> str:
    language = language_of(file)
    parsed = extract(file.read_bytes(), language, path)
    facts, symbols = unpack(parsed.facts), parsed.symbols
    names = [s.qualified for s in symbols]
    lines = [f"== {path} ({language.name})", *(_symbol(s) for s in symbols)]
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
    return "\n".join(lines) + "\n"


def _symbol(symbol: Symbol) -> str:
    span = f"{symbol.start_line}-{symbol.end_line}"
    told = [f"{span} {symbol.kind} {symbol.qualified}" + (" (test)" if symbol.is_test else "")]
    told.extend(text for text in (symbol.signature, symbol.doc and f'"{symbol.doc}"') if text)
    return " | ".join(told)


def _chain(chain: tuple[str, ...]) -> str:
    return ".".join(chain).replace(".()", "()").replace(".[]", "[]")
