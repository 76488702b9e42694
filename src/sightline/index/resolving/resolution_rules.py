"""How each language finds names, read from its `language.toml` once."""

import functools
import re
from dataclasses import dataclass

from sightline.parse.languages import Language
from sightline.parse.rules import rules_of


@dataclass(frozen=True, eq=False, slots=True)  # one object per language: compared by identity
class ResolutionRules:
    """How one language finds names; most fields are options of its `language.toml`."""

    name: str
    separator: str
    modules: str  # how imports name modules: a key of `module_lookup.RULES`
    package_files: frozenset[str]
    package_scope: bool  # names of the same package are visible without an import
    outer_packages: bool  # so are names of the enclosing packages
    implicit_self: bool  # members of the enclosing class are visible without a receiver
    members_apart: bool  # members may be defined in another file than their type
    declared_members: bool  # a type declares members that another place defines
    extension_functions: bool  # functions may be called like methods of another type
    extension_traits: bool  # a trait may give methods to types outside the project
    overloads: bool  # methods of one type may share a name
    scattered_overloads: bool  # functions of other files and namespaces may be overloads as well
    methods_apart: bool  # a variable does not hide a method of the same name in a call
    # Method names too common to mean the project's only one, unless the file refers to its type.
    vague_methods: re.Pattern[str] | None
    implicit_types: bool  # in `.name()` the receiver is a type that is left out
    test_path: re.Pattern[str] | None
    declared_types: bool  # a variable keeps its declared type, whatever is assigned to it
    open_types: bool  # a type may be defined in several places (partial or reopened)
    value_members: bool  # values of a module may have members
    firm_results: bool  # what a function outside the project returns is defined outside it
    firm_imports: bool  # an imported name cannot mean anything else in its scope
    exports: tuple[str, ...]  # names of the value that stands for a module as a whole
    global_names: bool  # an unknown bare name may be any function of the project
    global_macros: bool  # an unknown bare name may be the only macro of that name in the project
    global_types: bool  # an unknown type may be the only one of that name in the project
    self_names: frozenset[str]
    self_types: frozenset[str]
    super_names: frozenset[str]
    constructors: tuple[str, ...]
    call_method: str
    enter_method: str
    index_method: str
    properties: frozenset[str]
    nothing: frozenset[str]
    builtins: frozenset[str]
    builtin_methods: frozenset[str]
    wrappers: frozenset[str]
    containers: frozenset[str]
    classes_of: frozenset[str]
    callables: frozenset[str]
    tuples: frozenset[str]
    unwrapping: frozenset[str]
    passing: frozenset[str]  # builtins that may return an object they are given
    makers: frozenset[str]  # members of a type that create an object of it
    elements: frozenset[str]  # methods of containers that return an element
    collections: frozenset[str]  # methods of containers that return a container of the same kind
    blocks: tuple[tuple[str, str], ...]  # first words of paths to blocks, and the block kinds
    qualified_paths: bool  # a whole path may stand where a name is expected


# The options that are true or false.
_FLAGS = (
    "outer_packages",
    "implicit_self",
    "members_apart",
    "declared_members",
    "extension_functions",
    "extension_traits",
    "overloads",
    "scattered_overloads",
    "methods_apart",
    "implicit_types",
    "declared_types",
    "open_types",
    "value_members",
    "firm_results",
    "firm_imports",
    "global_names",
    "global_macros",
    "global_types",
    "qualified_paths",
)


def _words(language: Language, key: str) -> frozenset[str]:
    return frozenset(language.texts(key))


@functools.cache
def resolution_rules(language: Language) -> ResolutionRules:
    """The resolution rules of a language."""
    words = functools.partial(_words, language)
    vague = language.option("vague_methods", "")
    flags = {flag: language.option(flag, False) for flag in _FLAGS}
    return ResolutionRules(
        **flags,
        name=language.name,
        separator=language.separator,
        modules=language.modules,
        package_files=words("package_files"),
        package_scope=language.modules in ("directory", "package"),
        test_path=rules_of(language).test_path,
        vague_methods=re.compile(vague) if vague else None,
        exports=language.texts("exports"),
        self_names=words("self_names"),
        self_types=words("self_types"),
        super_names=words("super_names"),
        constructors=language.texts("constructors"),
        call_method=language.option("call_method", ""),
        enter_method=language.option("enter_method", ""),
        index_method=language.option("index_method", ""),
        properties=words("properties"),
        nothing=words("nothing"),
        builtins=words("builtins") - words("super_names") - words("self_names"),
        builtin_methods=words("builtin_methods"),
        wrappers=words("wrappers"),
        containers=words("containers"),
        classes_of=words("classes_of"),
        callables=words("callables"),
        tuples=words("tuples"),
        unwrapping=words("unwrapping"),
        passing=words("passing"),
        makers=words("makers"),
        elements=words("elements"),
        collections=words("collections"),
        blocks=tuple(language.option("blocks", {}).items()),
    )
