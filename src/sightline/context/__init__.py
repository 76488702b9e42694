"""From a question or a prompt to what is shown: retrieve, rank, pack, verify, render."""
