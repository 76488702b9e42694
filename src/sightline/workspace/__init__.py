"""How files and repositories come in: which project, which files, what git says. Writes nothing."""
