"""Records what every call in a Go tree refers to, according to Go's own type checker.

    python -m benchmarks.go_truth TREE OUT.jsonl

Needs `go` (1.18 or newer) but no network: missing imports stay unknown, and everything inside the module,
including tests, is type-checked from source. The output format is that of lsp_truth.py. Calls that the
checker cannot resolve, and files excluded by build constraints, are left out.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile

PROGRAM = r"""
package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

var (
	root, prefix string
	fset         = token.NewFileSet()
	checked      = map[string]*types.Package{}
	standard     = importer.ForCompiler(fset, "source", nil)
	sites        = map[string]map[string]*site{}
)

type site struct {
	Line    int
	Name    string
	Targets map[string]bool
	Outside bool
}

type lookup struct{}

func (lookup) Import(path string) (*types.Package, error) {
	if path == prefix || strings.HasPrefix(path, prefix+"/") {
		if known, ok := checked[path]; ok {
			return known, nil
		}
		checked[path] = types.NewPackage(path, filepath.Base(path))
		pkg := check(path, filepath.Join(root, strings.TrimPrefix(path, prefix)), 0)
		checked[path] = pkg
		return pkg, nil
	}
	if !strings.Contains(strings.Split(path, "/")[0], ".") {
		if pkg, err := standard.Import(path); err == nil {
			return pkg, nil
		}
	}
	pkg := types.NewPackage(path, strings.TrimPrefix(filepath.Base(path), "go-"))
	pkg.MarkComplete()
	return pkg, nil
}

// mode 0: the package alone; 1: with its inner tests; 2: its outer tests.
func check(path, dir string, mode int) *types.Package {
	entries, _ := os.ReadDir(dir)
	var files []*ast.File
	for _, entry := range entries {
		name := entry.Name()
		isTest := strings.HasSuffix(name, "_test.go")
		if !strings.HasSuffix(name, ".go") || (isTest && mode == 0) {
			continue
		}
		if ok, err := build.Default.MatchFile(dir, name); err != nil || !ok {
			continue
		}
		file, err := parser.ParseFile(fset, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if file == nil || (err != nil && file.Name == nil) {
			continue
		}
		outer := strings.HasSuffix(file.Name.Name, "_test") && isTest
		if outer == (mode == 2) {
			files = append(files, file)
		}
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
	config := types.Config{Importer: lookup{}, Error: func(error) {}, FakeImportC: true}
	pkg, _ := config.Check(path, fset, files, info)
	if mode > 0 || len(files) > 0 {
		for _, file := range files {
			if mode == 0 {
				continue
			}
			collect(file, info)
		}
	}
	return pkg
}

func callee(fun ast.Expr) *ast.Ident {
	switch f := fun.(type) {
	case *ast.Ident:
		return f
	case *ast.SelectorExpr:
		return f.Sel
	case *ast.ParenExpr:
		return callee(f.X)
	case *ast.IndexExpr:
		return callee(f.X)
	case *ast.IndexListExpr:
		return callee(f.X)
	}
	return nil
}

func collect(file *ast.File, info *types.Info) {
	name := fset.Position(file.Pos()).Filename
	here, _ := filepath.Rel(root, name)
	found := sites[here]
	if found == nil {
		found = map[string]*site{}
		sites[here] = found
	}
	for _, decl := range file.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok {
			continue
		}
		ast.Inspect(fn, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			id := callee(call.Fun)
			if id == nil {
				return true
			}
			object, ok := info.Uses[id]
			if !ok {
				return true
			}
			f, ok := object.(*types.Func)
			if !ok {
				if b, isBuiltin := object.(*types.Builtin); isBuiltin {
					add(found, fset.Position(id.Pos()).Line, b.Name(), "", true)
				}
				return true
			}
			f = f.Origin()
			place := fset.Position(f.Pos())
			rel, err := filepath.Rel(root, place.Filename)
			outside := err != nil || strings.HasPrefix(rel, "..") || place.Filename == ""
			add(found, fset.Position(id.Pos()).Line, id.Name, fmt.Sprintf("%s:%d", rel, place.Line), outside)
			return true
		})
	}
}

func add(found map[string]*site, line int, name, target string, outside bool) {
	key := fmt.Sprintf("%d:%s", line, name)
	s := found[key]
	if s == nil {
		s = &site{line, name, map[string]bool{}, false}
		found[key] = s
	}
	if outside {
		s.Outside = true
	} else {
		s.Targets[target] = true
	}
}

func main() {
	root, prefix = os.Args[1], os.Args[2]
	dirs := map[string]bool{}
	filepath.Walk(root, func(path string, info os.FileInfo, err error) error {
		if err == nil && info.IsDir() && (info.Name() == ".git" || info.Name() == "testdata" || info.Name() == "node_modules") {
			return filepath.SkipDir
		}
		if err == nil && strings.HasSuffix(path, ".go") {
			dirs[filepath.Dir(path)] = true
		}
		return nil
	})
	var sorted []string
	for dir := range dirs {
		sorted = append(sorted, dir)
	}
	sort.Strings(sorted)
	for _, dir := range sorted {
		rel, _ := filepath.Rel(root, dir)
		path := prefix
		if rel != "." {
			path += "/" + filepath.ToSlash(rel)
		}
		check(path, dir, 1)
		check(path+"_test", dir, 2)
	}
	out := json.NewEncoder(os.Stdout)
	var paths []string
	for path := range sites {
		paths = append(paths, path)
	}
	sort.Strings(paths)
	for _, path := range paths {
		var list []interface{}
		for _, s := range sites[path] {
			targets := []interface{}{}
			for t := range s.Targets {
				at := strings.LastIndex(t, ":")
				var line int
				fmt.Sscan(t[at+1:], &line)
				targets = append(targets, []interface{}{t[:at], line})
			}
			list = append(list, []interface{}{s.Line, s.Name, targets, s.Outside})
		}
		out.Encode(map[string]interface{}{"path": path, "sites": list})
	}
}
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tree")
    parser.add_argument("out")
    arguments = parser.parse_args()
    root = os.path.abspath(arguments.tree)
    with open(os.path.join(root, "go.mod")) as file:
        module = re.search(r"^module\s+(\S+)", file.read(), re.M)
    if not module:
        raise SystemExit(f"{root}/go.mod names no module")
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "truth.go")
        with open(program, "w") as file:
            file.write(PROGRAM)
        environment = {**os.environ, "GO111MODULE": "off", "GOFLAGS": "", "CGO_ENABLED": "0"}
        with open(arguments.out, "w") as out:
            return subprocess.run(
                ["go", "run", program, root, module[1]], env=environment, stdout=out, check=False
            ).returncode


if __name__ == "__main__":
    sys.exit(main())
