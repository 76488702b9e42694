export 'src/header.dart';
