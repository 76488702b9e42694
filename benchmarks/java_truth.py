"""Records what every call in a Java tree refers to, according to javac.

    python -m benchmarks.java_truth TREE OUT.jsonl

Needs a JDK (11 or newer) but no network: classes of libraries that are not there stay unknown, and so do calls
that depend on them. The output format is that of lsp_truth.py; a constructor call leads to the constructor,
or to nothing if it is not written out.
"""

import argparse
import os
import subprocess
import sys
import tempfile

PROGRAM = r"""
import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.*;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import javax.lang.model.element.*;
import javax.tools.*;

public class Truth {
  public static void main(String[] args) throws Exception {
    Path root = Paths.get(args[0]).toRealPath();
    List<File> files;
    try (Stream<Path> walk = Files.walk(root)) {
      files = walk.filter(p -> p.toString().endsWith(".java") && !p.endsWith("module-info.java"))
          .filter(p -> !p.endsWith("package-info.java"))
          .filter(p -> !root.relativize(p).toString().contains("/resources/"))
          .map(Path::toFile).sorted().collect(Collectors.toList());
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticListener<JavaFileObject> quiet = d -> {};
    StandardJavaFileManager manager = compiler.getStandardFileManager(quiet, null, null);
    JavacTask task = (JavacTask) compiler.getTask(new StringWriter(), manager, quiet,
        List.of("-proc:none", "-Xmaxerrs", "1000000", "-XDshould-stop.ifError=FLOW", "-implicit:none"), null,
        manager.getJavaFileObjectsFromFiles(files));
    List<CompilationUnitTree> units = new ArrayList<>();
    for (CompilationUnitTree unit : task.parse()) units.add(unit);
    task.analyze();
    Trees trees = Trees.instance(task);
    SourcePositions positions = trees.getSourcePositions();
    for (CompilationUnitTree unit : units) {
      String path = root.relativize(Paths.get(unit.getSourceFile().toUri())).toString();
      Map<String, Site> sites = new TreeMap<>();
      new TreePathScanner<Void, Void>() {
        void add(Tree place, String name, Element target) {
          if (target == null || name == null) return;
          if (!(target.getKind() == ElementKind.METHOD || target.getKind() == ElementKind.CONSTRUCTOR)) return;
          long end = positions.getEndPosition(unit, place);
          long at = end >= 0 ? Math.max(end - name.length(), 0) : positions.getStartPosition(unit, place);
          if (at < 0 || !isWritten(at, name)) return;
          long line = unit.getLineMap().getLineNumber(at);
          Site site = sites.computeIfAbsent(line + ":" + name, k -> new Site(line, name));
          TreePath found = trees.getPath(target);
          if (found == null) { site.outside = true; return; }
          CompilationUnitTree other = found.getCompilationUnit();
          long start = positions.getStartPosition(other, found.getLeaf());
          if (start < 0) { site.outside = true; return; }
          long named = nameLine(other, found.getLeaf(), target, start);
          if (named > 0) site.targets.add(
              "[\"" + root.relativize(Paths.get(other.getSourceFile().toUri())) + "\"," + named + "]");
        }
        // javac inserts calls of base constructors that are not written.
        boolean isWritten(long at, String name) {
          try {
            CharSequence text = unit.getSourceFile().getCharContent(true);
            return text.toString().startsWith(name, (int) at);
          } catch (IOException e) { return false; }
        }
        long nameLine(CompilationUnitTree other, Tree leaf, Element target, long start) {
          try {
            CharSequence text = other.getSourceFile().getCharContent(true);
            String name = target.getKind() == ElementKind.CONSTRUCTOR
                ? target.getEnclosingElement().getSimpleName().toString() : target.getSimpleName().toString();
            if (leaf instanceof ClassTree) return 0;
            java.util.regex.Matcher m = java.util.regex.Pattern.compile("\\b" + java.util.regex.Pattern.quote(name)
                + "\\s*\\(").matcher(text);
            return m.find((int) start) ? other.getLineMap().getLineNumber(m.start()) : 0;
          } catch (IOException e) { return 0; }
        }
        @Override public Void visitMethodInvocation(MethodInvocationTree node, Void p) {
          ExpressionTree select = node.getMethodSelect();
          Element target = trees.getElement(new TreePath(getCurrentPath(), select));
          if (select instanceof MemberSelectTree) add(select, ((MemberSelectTree) select).getIdentifier().toString(), target);
          else if (select instanceof IdentifierTree) add(select, ((IdentifierTree) select).getName().toString(), target);
          return super.visitMethodInvocation(node, p);
        }
        @Override public Void visitNewClass(NewClassTree node, Void p) {
          Element target = trees.getElement(getCurrentPath());
          if (node.getClassBody() == null && target != null)
            add(node.getIdentifier(), target.getEnclosingElement().getSimpleName().toString(), target);
          return super.visitNewClass(node, p);
        }
      }.scan(unit, null);
      StringBuilder out = new StringBuilder("{\"path\": \"" + path + "\", \"sites\": [");
      String comma = "";
      for (Site site : sites.values()) {
        out.append(comma).append("[" + site.line + ",\"" + site.name + "\",[" + String.join(",", site.targets)
            + "]," + site.outside + "]");
        comma = ",";
      }
      System.out.println(out.append("]}"));
    }
  }

  static class Site {
    final long line; final String name; boolean outside; final Set<String> targets = new TreeSet<>();
    Site(long line, String name) { this.line = line; this.name = name; }
  }
}
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tree")
    parser.add_argument("out")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "Truth.java")
        with open(program, "w") as file:
            file.write(PROGRAM)
        with open(arguments.out, "w") as out:
            return subprocess.run(
                ["java", program, os.path.abspath(arguments.tree)], stdout=out, check=False
            ).returncode


if __name__ == "__main__":
    sys.exit(main())
