"""Resolves names: which symbol a call, an import or a type refers to."""
