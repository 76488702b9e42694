"""Takes references from outside, from a SCIP index or an editor's language server, into the graph.

Symbols stay those of the index. `scip` and `editor_json` read what is given, `join` turns positions
into symbols of the index and stores them, `merge` puts them into the edges of a file while its
content is the same as when they were made.
"""
