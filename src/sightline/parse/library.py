"""The parsing library's compiled module, without the package around it.

The package loads `typing`, which takes longer than to read the one file that changed.
"""

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    from tree_sitter import Language, Node, Parser, Query, QueryCursor, QueryError
else:

    def _compiled() -> "ModuleType":
        from importlib.machinery import PathFinder
        from importlib.util import module_from_spec

        name = "tree_sitter._binding"
        package = None if name in sys.modules else PathFinder.find_spec("tree_sitter")
        places = package.submodule_search_locations if package else None
        spec = PathFinder.find_spec(name, places) if places else None
        if spec is None or spec.loader is None:
            import tree_sitter

            return tree_sitter
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        # Whoever imports the package later gets the same types.
        sys.modules[name] = module
        return module

    _module = _compiled()
    Language, Node, Parser = _module.Language, _module.Node, _module.Parser
    Query, QueryCursor, QueryError = _module.Query, _module.QueryCursor, _module.QueryError

__all__ = ["Language", "Node", "Parser", "Query", "QueryCursor", "QueryError"]
