"""The index of a working tree: derived from its source, disposable, never migrated."""
