import 'package:a/b.dart' as b;
import 'other.dart' show X;
export 'src/z.dart';
part 'p.dart';
/// A service.
@immutable
abstract class Foo<T> extends Base<T> with Mix implements Run {
  static const limit = 3;
  final String name;
  Foo(this.name, {int x = 1}) : super(x);
  factory Foo.create() => Foo('x');
  int get count => helper();
  set count(int v) {}
  Future<T> run(List<T> items) async { for (var i in items) { i.go().stop(); } final x = Thing(1); return await x.load(); }
  void todo();
}
mixin Mix on Base { void m() {} }
enum Color { red, green }
extension Ext on String { int shout() => 1; }
typedef Handler = void Function(int);
int top(int a) => a;
const K = 1;
void main() { Foo.create().run([]); }
