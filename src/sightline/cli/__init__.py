"""The command line: runs every command and prints text for people or JSON for scripts."""
