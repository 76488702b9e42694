"""Calls that need more than a name: reopened modules, expect and actual, overloads, macros."""

import pytest

from sightline.context.relations import graph
from sightline.context.relations.callers import possible_callers
from sightline.context.relations.paths import find_paths
from sightline.store.code import reader
from sightline.store.sqlite.database import Database

from .conftest import Tree


def callers(index: Database, qualified: str) -> list[str]:
    """The certain callers of all symbols with this qualified name."""
    targets = [symbol.id for symbol in reader.symbols_qualified(index, qualified)]
    assert targets, qualified
    sources = [edge.source_id for edge in reader.edges_to(index, targets, kind="calls")]
    return sorted(symbol.name for symbol in reader.symbols(index, sources))


def possible(index: Database, qualified: str) -> dict[str, str]:
    """The possible callers of a symbol with the reasons."""
    symbols = reader.symbols_qualified(index, qualified)
    assert symbols, qualified
    answer = possible_callers(index, None, symbols, set())
    return {caller.symbol.name: caller.reason for caller in answer.callers}


def test_ruby_methods_of_a_module_that_is_reopened_elsewhere(tree: Tree) -> None:
    module = (
        "module Acme\n  class << self\n    def clean_path(path)\n      path\n    end\n  end\nend\n"
    )
    tree.write("lib/acme.rb", module)
    tree.write(
        "lib/acme/site.rb",
        "module Acme\n  class Site\n    def read(path)\n      Acme.clean_path(path)\n    end\n  end\nend\n",
    )
    tree.write(
        "lib/acme/other.rb", "module Acme\n  class Other\n    def clean_path; end\n  end\nend\n"
    )
    tree.index()
    assert callers(tree.open(), "lib/acme::Acme::clean_path") == ["read"]


KOTLIN_ACTUAL = """\
package shop
actual open class Timeout {
  fun expire() {}
}
"""
KOTLIN_CALLS = """\
package shop
class Sink(private val timeout: Timeout) {
  fun write() { timeout.expire() }
  fun timeout() = timeout
}
class Other { fun expire() {} }
"""


def test_kotlin_members_of_actual_classes_and_fields_beside_methods(tree: Tree) -> None:
    tree.write("src/commonMain/kotlin/Timeout.kt", "package shop\nexpect open class Timeout\n")
    tree.write("src/jvmMain/kotlin/Timeout.kt", KOTLIN_ACTUAL)
    tree.write("src/jvmMain/kotlin/Sink.kt", KOTLIN_CALLS)
    tree.index()
    assert callers(tree.open(), "shop.Timeout.expire") == ["write"]


SWIFT_SESSION = """\
public class Session {
    public func request(_ url: String) -> Request { Request() }
    public func request(_ request: Request, didFail: Bool) {}
}
public class Request {
    public func check(_ test: Bool) -> Self { self }
}
public class Other { public func check() {} }
"""


def test_swift_chains_through_overloads_and_extensions(tree: Tree) -> None:
    tree.write("Source/Core/Session.swift", SWIFT_SESSION)
    tree.write(
        "Source/Features/Check.swift",
        "extension Request {\n    public func check(code: Int) -> Self { self }\n}\n",
    )
    tree.write(
        "App/Main.swift",
        'func start(session: Session) {\n    session.request("a").check(code: 2)\n}\n',
    )
    tree.index()
    index = tree.open()
    assert callers(index, "Source/Core.Request.check") == ["start"]
    # Which overload is meant depends on the labels.
    reason = possible(index, "Source/Features.Request.check")["start"]
    assert reason == "overload of Source/Core.Request.check"


def test_java_variables_do_not_hide_methods(tree: Tree) -> None:
    tree.write(
        "A.java",
        'package shop;\nclass A {\n  String text(String of) { return of; }\n  void use() { String text = text("x"); }\n}\n',
    )
    tree.index()
    assert callers(tree.open(), "shop.A.text") == ["use"]


def test_typescript_functions_merged_with_a_namespace(tree: Tree) -> None:
    tree.write(
        "check.ts",
        "export function check<T>(_: T) {}\nexport namespace check { export type Equal = 1 }\n",
    )
    tree.write(
        "use.ts",
        'import { check } from "./check"\nexport function use() { check<check.Equal>(1) }\n',
    )
    tree.index()
    index = tree.open()
    (function,) = [s for s in reader.symbols_named(index, "check") if s.kind == "function"]
    edges = reader.edges_to(index, [function.id], kind="calls")
    assert [s.name for s in reader.symbols(index, [edge.source_id for edge in edges])] == ["use"]


CPP_MACROS = """\
#define LIB_BEGIN_NAMESPACE namespace lib {
#define LIB_END_NAMESPACE }

LIB_BEGIN_NAMESPACE

LIB_TEMPLATE_DECLARATION
class store
    : public base<int>
{
  LIB_PRIVATE_UNLESS_TESTED:
    void check() const {}

    LIB_HEDLEY_NON_NULL(2)
    void save(const char* name)
    {
        check();
    }
};

LIB_END_NAMESPACE
"""


def test_cpp_classes_behind_macros(tree: Tree) -> None:
    tree.write("lib/store.hpp", CPP_MACROS)
    tree.index()
    index = tree.open()
    kinds = {(s.name, s.kind) for s in reader.symbols_named(index, "store")}
    assert ("store", "class") in kinds
    assert callers(index, "lib/store::store::check") == ["save"]


def test_cpp_functions_that_several_files_overload_are_only_possible(tree: Tree) -> None:
    tree.write("copy.h", "namespace lib { inline void copy_all(int* a) {} }\n")
    tree.write("wide.h", "namespace lib { inline void copy_all(long* a) {} }\n")
    tree.write("alone.h", "namespace lib { inline void only_one(long* a) {} }\n")
    tree.write(
        "use.cc",
        '#include "copy.h"\n#include "wide.h"\n#include "alone.h"\n'
        "namespace lib { void use(long* a) { copy_all(a); only_one(a); } }\n",
    )
    tree.index()
    index = tree.open()
    assert callers(index, "alone::lib::only_one") == ["use"]
    for file in ("copy", "wide"):
        assert callers(index, f"{file}::lib::copy_all") == []
        assert possible(index, f"{file}::lib::copy_all") == {"use": "chosen by the arguments"}


@pytest.mark.parametrize("line", ["ERR_END:", "  case LIB_PRIVATE_KEY:", "  LIB_PRIVATE_CALL(x);"])
def test_other_capital_names_in_c_are_read(tree: Tree, line: str) -> None:
    tree.write(
        "a.c", f"void f(int x) {{\n  switch (x) {{\n{line}\n  g(x);\n  }}\n}}\nvoid g(int x) {{}}\n"
    )
    tree.index()
    assert callers(tree.open(), "a.g") == ["f"]


CPP_HEADER = """\
namespace shop {
class Cart {
 public:
  void add(int item);
  void fill();
};
}
"""
CPP_SOURCE = """\
#include "shop/cart.h"
namespace shop {
void note(int item) {}
void Cart::add(int item) { note(item); }
void Cart::fill() { add(1); }
}
"""
CPP_USE = '#include "shop/cart.h"\nvoid buy(shop::Cart& cart) { cart.fill(); }\n'


@pytest.mark.parametrize("file", ["include/shop/cart.h", "src/cart.cc"])
def test_cpp_declaration_and_definition_are_one_symbol(tree: Tree, file: str) -> None:
    tree.write("include/shop/cart.h", CPP_HEADER)
    tree.write("src/cart.cc", CPP_SOURCE)
    tree.write("app/main.cc", CPP_USE)
    tree.index()
    index = tree.open()
    (fill,) = [s for s in reader.symbols_named(index, "fill") if s.path == file]
    walk = graph.walk(index, [fill], graph.DEPENDENTS, 2)
    assert [(reached.symbol.name, reached.edge_kind) for reached in walk.reached] == [
        ("buy", "calls")
    ]
    # A call of the declaration leads on to what the definition calls.
    (note,) = reader.symbols_named(index, "note")
    reached = graph.walk(index, [note], graph.DEPENDENTS, 3).reached
    assert [one.symbol.name for one in reached] == ["add", "fill", "buy"]
    (buy,) = reader.symbols_named(index, "buy")
    (path,) = find_paths(index, buy, note, 1).paths
    assert [(step.symbol.path, step.symbol.name) for step in path] == [
        ("app/main.cc", "buy"),
        ("src/cart.cc", "fill"),
        ("src/cart.cc", "add"),
        ("src/cart.cc", "note"),
    ]
