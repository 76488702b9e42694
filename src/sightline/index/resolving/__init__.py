"""Decides which symbol each call, import, base type and type annotation refers to.

`edges` resolves files and writes their edges, `resolver` finds the references of one file, `calls`
those of its calls. `inference` answers what names and expressions mean and caches the answers; its
rules are in `name_lookup`, `module_members`, `members` and `expressions`.
"""
