import 'dart:io';
import 'package:core/core.dart';
import 'src/helper.dart';

void main() {
  var header = Header.ascii('a', 'b');
  assist(header);
  throw ArgumentError.value(1);
}

void serve(request, box) {
  request.response.headers.set('Content-Type', 'text/plain');
  box.seal();
}
