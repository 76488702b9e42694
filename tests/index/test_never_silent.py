"""Calls that look as if they left the project are shown as possible, never left out."""

from sightline.context.relations.callers import COMPLETE, possible_callers
from sightline.store.code import reader
from sightline.workspace.source import Sources

from .conftest import Tree
from .test_dispatch import callers, possible


def verdict(tree: Tree, qualified: str) -> str:
    """What is said about the caller list of a symbol, when no caller is certain."""
    index = tree.open()
    symbols = reader.symbols_qualified(index, qualified)
    return possible_callers(index, Sources(str(tree.root)), symbols, set()).verdict


def reasons(tree: Tree, qualified: str) -> dict[str, str]:
    """The possible callers of a symbol with the reasons, uses of its name included."""
    index = tree.open()
    symbols = reader.symbols_qualified(index, qualified)
    answer = possible_callers(index, Sources(str(tree.root)), symbols, set())
    return {caller.symbol.name: caller.reason for caller in answer.callers}


JAVA_CONTEXT = """\
package shop;
interface Context { String formatted(); }
class Order implements Context {
  public String formatted() { return ""; }
  String raw() { return ""; }
}
class Other { String raw() { return ""; } }
abstract class ContextTest<T extends Context> {
  protected T context;
}
class OrderTest extends ContextTest<Order> {
  void testRaw() { context.raw(); }
}
"""


def test_java_a_value_of_a_type_parameter_may_be_any_type(tree: Tree) -> None:
    tree.write("src/shop/Context.java", JAVA_CONTEXT)
    tree.index()
    assert possible(tree.open(), "shop.Order.raw") == {"testRaw": "unknown receiver"}


JAVA_OVERLOADS = """\
package shop;
class Base {
  static void register(Object one, Object two, Object registry) {}
  void send(String text) {}
}
class Child extends Base {
  static void register(Object one, Object two) { register(one, two, null); }
  void send(String text, int times) {}
}
class User {
  void use(Child child) { child.send("text"); }
}
"""


def test_java_a_subtype_overloads_what_it_does_not_override(tree: Tree) -> None:
    tree.write("src/shop/Base.java", JAVA_OVERLOADS)
    tree.index()
    assert reasons(tree, "shop.Base.register") == {"register": "overload of shop.Base.register"}
    assert reasons(tree, "shop.Base.send")["use"] == "overload of shop.Child.send"
    # The subtype has no overload that its base could be called for.
    assert "use" not in reasons(tree, "shop.Child.send")


def test_java_a_method_of_an_unnamed_class_is_called_through_its_base(tree: Tree) -> None:
    tree.write(
        "src/shop/Task.java",
        "package shop;\ninterface Task { int apply(int value); }\n"
        "class Runner {\n"
        "  int make() { return new Task() { public int apply(int value) { return 1; } }.apply(0); }\n"
        "  int other(Task task) { return task.apply(2); }\n}\n",
    )
    tree.index()
    assert set(reasons(tree, "shop.Runner.make.apply")) == {"make", "other"}


PYTHON_TREE = """\
import abc
from library import Pool


class Line:
    def match_lines(self): ...


class Result:
    out = Line()


class Item(abc.ABC): ...


class Request:
    def value(self): ...


def run() -> tuple[Result, int]: ...


def use_tuple():
    result, code = run()
    result.out.match_lines()


def use_pool(pool: Pool[Line]):
    pool.first.match_lines()


def use_attribute(item: Item):
    item.request.value()
"""


def test_python_tuples_are_taken_apart(tree: Tree) -> None:
    tree.write("shop.py", PYTHON_TREE)
    tree.index()
    assert callers(tree.open(), "shop.Line.match_lines") == ["use_tuple"]


def test_python_what_another_type_holds_may_be_of_the_project(tree: Tree) -> None:
    tree.write("shop.py", PYTHON_TREE)
    tree.index()
    assert possible(tree.open(), "shop.Line.match_lines") == {"use_pool": "unknown receiver"}


def test_python_an_attribute_that_a_base_outside_may_have(tree: Tree) -> None:
    tree.write("shop.py", PYTHON_TREE)
    tree.index()
    assert possible(tree.open(), "shop.Request.value") == {"use_attribute": "unknown receiver"}


def test_c_functions_that_replace_those_of_the_standard_library(tree: Tree) -> None:
    tree.write("src/faults.c", "int fclose(void *file) { return -1; }\n")
    tree.write("src/main.c", "int main(void) { return fclose(0); }\n")
    tree.index()
    assert possible(tree.open(), "src/faults.fclose") == {"main": "unknown name"}


RUST_CRATE = """\
#[macro_use]
mod messages;
#[path = "unix/mod.rs"]
mod imp;
pub mod net {
    pub use super::socket::Socket;
}
pub mod socket;
fn report() { complain!("x"); }
fn build() { imp::spawn_child(); }
fn pool() -> u32 { 1 }
fn start() { let pool = pool(); }
"""


def rust_project(tree: Tree) -> None:
    tree.write("Cargo.toml", '[package]\nname = "shop"\n')
    tree.write("src/lib.rs", RUST_CRATE)
    tree.write("src/messages.rs", "macro_rules! complain { ($x:expr) => {}; }\n")
    tree.write("src/unix/mod.rs", "pub fn spawn_child() {}\n")
    tree.write(
        "src/socket.rs",
        "pub struct Socket {}\nimpl Socket { pub fn connect() {}\n pub fn shut(&self) {} }\n",
    )
    tree.write(
        "src/user.rs",
        "use crate::net::Socket;\nfn open() { Socket::connect(); }\n"
        "fn close(socket: &crate::socket::Socket) { socket.shut(); }\n",
    )
    tree.index()


def test_rust_macros_are_found_without_an_import(tree: Tree) -> None:
    rust_project(tree)
    assert callers(tree.open(), "crate::messages::complain") == ["report"]


def test_rust_modules_may_be_in_other_files_than_their_names_say(tree: Tree) -> None:
    rust_project(tree)
    assert possible(tree.open(), "crate::unix::spawn_child") == {"build": "unknown name"}


def test_rust_modules_inside_a_file_export_what_they_import(tree: Tree) -> None:
    rust_project(tree)
    assert callers(tree.open(), "crate::socket::Socket::connect") == ["open"]


def test_rust_types_may_be_written_with_their_whole_path(tree: Tree) -> None:
    rust_project(tree)
    assert callers(tree.open(), "crate::socket::Socket::shut") == ["close"]


def test_rust_a_variable_with_the_name_of_the_function_that_makes_it(tree: Tree) -> None:
    rust_project(tree)
    assert callers(tree.open(), "crate::pool") == ["start"]


def test_rust_traits_give_methods_to_types_outside(tree: Tree) -> None:
    tree.write("src/lib.rs", "pub trait StreamExt { fn chunked(&self) {} }\n")
    tree.write(
        "src/user.rs", "use crate::StreamExt;\nfn read(s: std::vec::Drain) { s.chunked(); }\n"
    )
    tree.write("src/other.rs", "fn skip(s: std::vec::Drain) { s.chunked(); }\n")
    tree.index()
    # A file must import the trait to call its methods.
    assert possible(tree.open(), "crate::StreamExt::chunked") == {"read": "unknown receiver"}


def test_rust_a_function_that_is_exported_by_another_name(tree: Tree) -> None:
    tree.write("src/main.rs", "mod flags;\nfn special() { flags::generate_page(); }\n")
    tree.write(
        "src/flags/mod.rs",
        "mod man;\npub(crate) use crate::flags::{\n    man::{\n        make as generate_page,\n    },\n};\n",
    )
    tree.write("src/flags/man.rs", "pub fn make() {}\npub fn other() {}\n")
    tree.index()
    assert reasons(tree, "crate::flags::man::make")["special"] == "by the name generate_page"
    assert verdict(tree, "crate::flags::man::other") == COMPLETE


def test_go_the_package_in_the_root_folder_is_imported_by_its_path(tree: Tree) -> None:
    tree.write("go.mod", "module example.org/shop/v2\n\ngo 1.21\n")
    tree.write("order.go", "package shop\n\ntype Order struct{}\n\nfunc (o *Order) Pay() {}\n")
    tree.write(
        "doc/doc.go",
        'package doc\n\nimport "example.org/shop/v2"\n\nfunc Write(o *shop.Order) { o.Pay() }\n',
    )
    tree.write("doc/other.go", "package doc\n\ntype Bill struct{}\n\nfunc (b *Bill) Pay() {}\n")
    tree.index()
    assert callers(tree.open(), "shop.Order.Pay") == ["Write"]


def test_java_static_imports_of_everything_reach_inherited_members(tree: Tree) -> None:
    tree.write(
        "src/shop/Checks.java",
        "package shop;\nclass Matchers { static void same() {} }\nclass Checks extends Matchers {}\n",
    )
    tree.write(
        "src/use/Use.java",
        "package use;\nimport static shop.Checks.*;\nclass Use { void run() { same(); } }\n",
    )
    tree.index()
    assert callers(tree.open(), "shop.Matchers.same") == ["run"]


def test_python_what_a_built_in_container_holds_may_be_of_the_project(tree: Tree) -> None:
    tree.write(
        "shop.py",
        "class Order:\n    def pay(self): ...\n\n\nclass Bill:\n    def pay(self): ...\n\n\n"
        "def settle(orders):\n    for place, order in enumerate(orders):\n        order.pay()\n",
    )
    tree.index()
    assert possible(tree.open(), "shop.Order.pay") == {"settle": "unknown receiver"}


def test_cpp_a_variable_does_not_hide_the_namespace_of_a_type(tree: Tree) -> None:
    tree.write(
        "reader.h",
        "namespace shop {\nnamespace log {\nclass Reader {\n public:\n  bool Next() { return true; }\n"
        "};\n}\nclass Other { public: bool Next() { return false; } };\n}\n",
    )
    tree.write(
        "repair.cc",
        '#include "reader.h"\nnamespace shop {\nvoid Repair(int log) {\n  log::Reader reader;\n'
        "  reader.Next();\n}\n}\n",
    )
    tree.index()
    assert callers(tree.open(), "reader::shop::log::Reader::Next") == ["Repair"]


def test_typescript_a_property_of_a_record_is_one_of_its_elements(tree: Tree) -> None:
    tree.write(
        "src/server.ts",
        "export class Environment { transform(url: string) { return url } }\n"
        "export class Other { transform(url: string) { return url } }\n"
        "export interface Server { environments: Record<'client' | 'ssr', Environment> }\n",
    )
    tree.write(
        "src/use.ts",
        "import { Server } from './server'\nexport function use(server: Server) {\n"
        "  const environment = server.environments.client\n  environment.transform('a')\n}\n",
    )
    tree.index()
    assert callers(tree.open(), "src/server.Environment.transform") == ["use"]
    assert callers(tree.open(), "src/server.Other.transform") == []


def test_rust_a_type_with_the_name_of_a_wrapper_is_the_project_s_own(tree: Tree) -> None:
    tree.write(
        "src/lib.rs",
        "pub struct Mutex<T> { s: Gate }\npub struct Gate {}\nimpl Gate { pub fn release(&self) {} }\n"
        "pub struct Other {}\nimpl Other { pub fn release(&self) {} }\n"
        "pub struct Guard<T> { lock: Arc<Mutex<T>> }\n"
        "impl<T> Guard<T> { fn end(&self) { self.lock.s.release(); } }\n",
    )
    tree.index()
    assert callers(tree.open(), "crate::Gate::release") == ["end"]


def test_ruby_a_bare_name_may_be_a_call(tree: Tree) -> None:
    tree.write(
        "lib/parser.rb",
        "class Parser\n  def run(state)\n    case state\n    when :head\n      handle_head\n    end\n"
        "  end\n\n  def handle_head\n  end\n\n  def handle_tail\n  end\nend\n",
    )
    tree.index()
    assert reasons(tree, "lib/parser::Parser::handle_head") == {"run": "used without a call"}
    assert verdict(tree, "lib/parser::Parser::handle_tail") == COMPLETE


def test_methods_that_the_language_itself_calls_are_never_complete(tree: Tree) -> None:
    tree.write("shop.py", "class Order:\n    def __len__(self): ...\n    def total(self): ...\n")
    tree.write("src/lib.rs", "pub struct Guard {}\nimpl Drop for Guard { fn drop(&mut self) {} }\n")
    tree.index()
    assert verdict(tree, "shop.Order.__len__") != COMPLETE
    assert verdict(tree, "crate::Guard::drop") != COMPLETE
    assert verdict(tree, "shop.Order.total") == COMPLETE


def test_csharp_a_call_in_a_branch_that_is_not_built_is_possible(tree: Tree) -> None:
    tree.write(
        "Component.cs",
        "namespace Shop;\nclass Component\n{\n    int Run(int state) =>\n#if NET6_0_OR_GREATER\n"
        "        state > 0 ? RunFast(state) : RunSlow(state);\n#else\n        RunFast(state);\n#endif\n\n"
        "    int RunFast(int state) => state;\n\n    int RunSlow(int state) => state;\n\n"
        "    int Unused(int state) => state;\n}\n",
    )
    tree.index()
    index = tree.open()
    slow = callers(index, "Shop.Component.RunSlow") or list(reasons(tree, "Shop.Component.RunSlow"))
    assert slow == ["Run"]
    assert verdict(tree, "Shop.Component.Unused") == COMPLETE


def test_swift_a_call_on_a_value_of_a_type_parameter_is_possible(tree: Tree) -> None:
    tree.write(
        "Source/Auth.swift",
        "public protocol Authenticator {\n    func didRequest(_ url: String) -> Bool\n}\n"
        "public class Interceptor<AuthenticatorType> where AuthenticatorType: Authenticator {\n"
        "    let authenticator: AuthenticatorType\n"
        '    func retry() -> Bool { return authenticator.didRequest("a") }\n}\n',
    )
    tree.index()
    qualified = "Source.Authenticator.didRequest"
    assert callers(tree.open(), qualified) or "retry" in reasons(tree, qualified)


def test_python_properties_are_used_before_a_block_and_in_formatted_strings(tree: Tree) -> None:
    tree.write(
        "shop.py",
        "class Shop:\n    @property\n    def is_open(self): ...\n\n    @property\n    def title(self): ...\n\n"
        "    def greet(self):\n        if self.is_open:\n            print(f'at {self.title}')\n",
    )
    tree.index()
    assert reasons(tree, "shop.Shop.is_open") == {"greet": "used without a call"}
    assert reasons(tree, "shop.Shop.title") == {"greet": "used without a call"}


def test_rust_the_modules_of_a_test_are_beside_it(tree: Tree) -> None:
    tree.write("tests/all.rs", "mod utils;\nuse utils::command::start;\nfn run() { start(); }\n")
    tree.write("tests/utils/mod.rs", "pub mod command;\n")
    tree.write("tests/utils/command.rs", "pub fn start() {}\n")
    tree.index()
    assert callers(tree.open(), "crate::tests::utils::command::start") == ["run"]
