"""How a language finds names, from its `language.toml`; looked up once per language."""

import functools
import re
from typing import NamedTuple

from sightline.parse.languages import Language
from sightline.parse.rules import rules_of


class Habits(NamedTuple):
    """The habits of one language that resolving names needs."""

    name: str
    separator: str
    modules: str
    package_files: frozenset[str]
    package_scope: bool  # names of the same package are visible without an import
    outer_packages: bool  # and so are those of the packages around it
    class_scope: bool  # names of the enclosing class are visible without its name
    members_apart: bool  # members may be written in another file than their type
    extensions: bool  # functions may be called as if they were methods of another type
    overloads: bool  # methods of one type may share a name
    # Methods whose name says too little where nothing in the file has to do with their type.
    vague_methods: re.Pattern[str] | None
    implicit_types: bool  # `.name()` is asked of a type that is not written
    test_path: re.Pattern[str] | None
    declared_types: bool  # a variable keeps the type it is declared with
    open_types: bool  # a type may be written in several places (partial, opened again)
    value_members: bool  # values of a module may be asked for what is written in them
    firm_imports: bool  # a name that is imported means nothing else in its scope
    exports: tuple[str, ...]  # names of the value that a module as a whole may stand for
    global_names: bool  # an unknown bare name may be any function of the project
    global_types: bool  # and an unknown type the one of that name, wherever it stands
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
    unwrapping: frozenset[str]
    makers: frozenset[str]  # members of a type that make an object of it
    elements: frozenset[str]  # methods of containers that give an element
    collections: frozenset[str]  # and those that give as many again
    blocks: tuple[tuple[str, str], ...]  # first words of paths to blocks, and the kinds they mean
    qualified_paths: bool  # a whole path may stand where a name is expected


# There is one object per language: nobody need look at what it holds to know it again.
for _name in ("__hash__", "__eq__", "__ne__"):
    setattr(Habits, _name, getattr(object, _name))


@functools.cache
def habits_of(language: Language) -> Habits:
    """The habits of a language."""

    def words(key: str) -> frozenset[str]:
        return frozenset(language.texts(key))

    vague = language.option("vague_methods", "")
    return Habits(
        name=language.name,
        separator=language.separator,
        modules=language.modules,
        package_files=words("package_files"),
        package_scope=language.modules in ("directory", "package"),
        outer_packages=language.option("outer_packages", False),
        class_scope=language.option("implicit_self", False),
        members_apart=language.option("members_apart", False),
        extensions=language.option("extension_functions", False),
        overloads=language.option("overloads", False),
        implicit_types=language.option("implicit_types", False),
        test_path=rules_of(language).test_path,
        vague_methods=re.compile(vague) if vague else None,
        declared_types=language.option("declared_types", False),
        open_types=language.option("open_types", False),
        value_members=language.option("value_members", False),
        firm_imports=language.option("firm_imports", False),
        exports=language.texts("exports"),
        global_names=language.option("global_names", False),
        global_types=language.option("global_types", False),
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
        unwrapping=words("unwrapping"),
        makers=words("makers"),
        elements=words("elements"),
        collections=words("collections"),
        blocks=tuple(language.option("blocks", {}).items()),
        qualified_paths=language.option("qualified_paths", False),
    )
