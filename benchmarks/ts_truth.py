"""Records what every call in a TypeScript or JavaScript tree refers to, according to TypeScript's checker.

    python -m benchmarks.ts_truth TREE OUT.jsonl --typescript NODE_MODULES/typescript [--javascript]

Needs `node` but no network: imports of packages that are not installed stay unknown. The output format is
that of lsp_truth.py; calls at module level and in callbacks are included.
"""

import argparse
import os
import subprocess
import sys
import tempfile

PROGRAM = r"""
const [, , library, root, language] = process.argv;
const isJavaScript = language === "javascript";
const ending = isJavaScript ? /\.[cm]?jsx?$/ : /\.tsx?$/;
const ts = require(library);
const fs = require("fs");
const path = require("path");

function list(folder, files) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (![".git", "node_modules", "dist"].includes(entry.name)) list(full, files);
    } else if (ending.test(entry.name) && !/\.d\.ts$/.test(entry.name)) {
      files.push(full);
    }
  }
  return files;
}

const config = ts.findConfigFile(root, ts.sys.fileExists);
const read = config ? ts.readConfigFile(config, ts.sys.readFile).config : {};
const parsed = ts.parseJsonConfigFileContent(read, ts.sys, root);
const options = { ...parsed.options, noEmit: true, skipLibCheck: true, allowJs: isJavaScript };
const program = ts.createProgram(list(root, []), options);
const checker = program.getTypeChecker();

function calleeName(node) {
  if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) return node;
  if (ts.isPropertyAccessExpression(node)) return node.name;
  if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node)) return calleeName(node.expression);
  return null;
}

// A variable that holds a function it did not create says nothing about which one is called.
function isFunction(node) {
  if (ts.isBindingElement(node) || ts.isParameter(node)) return false;
  if (!ts.isVariableDeclaration(node)) return true;
  return !!node.initializer && (ts.isArrowFunction(node.initializer) || ts.isFunctionExpression(node.initializer));
}

for (const source of program.getSourceFiles()) {
  const here = path.relative(root, source.fileName);
  if (here.startsWith("..") || here.includes("node_modules") || source.isDeclarationFile) continue;
  const sites = new Map();
  const visit = (node) => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const name = calleeName(node.expression);
      let symbol = name && checker.getSymbolAtLocation(name);
      if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
      if (symbol && symbol.declarations && symbol.declarations.some(isFunction)) {
        const line = source.getLineAndCharacterOfPosition(name.getStart()).line + 1;
        const key = line + ":" + name.text;
        const site = sites.get(key) || [line, name.text, [], false];
        for (const declaration of symbol.declarations) {
          const file = declaration.getSourceFile();
          const where = path.relative(root, file.fileName);
          const at = (declaration.name || declaration).getStart(file);
          const start = file.getLineAndCharacterOfPosition(at).line + 1;
          if (where.startsWith("..") || file.isDeclarationFile || where.includes("node_modules")) site[3] = true;
          else site[2].push([where, start]);
        }
        sites.set(key, site);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  console.log(JSON.stringify({ path: here, sites: [...sites.values()] }));
}
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tree")
    parser.add_argument("out")
    parser.add_argument("--typescript", required=True)
    parser.add_argument("--javascript", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "truth.js")
        with open(program, "w") as file:
            file.write(PROGRAM)
        language = "javascript" if arguments.javascript else "typescript"
        command = ["node", program, os.path.abspath(arguments.typescript)]
        with open(arguments.out, "w") as out:
            return subprocess.run(
                [*command, os.path.abspath(arguments.tree), language], stdout=out, check=False
            ).returncode


if __name__ == "__main__":
    sys.exit(main())
