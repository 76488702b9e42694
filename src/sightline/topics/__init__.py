"""What the person is doing: topics over their prompts, what a prompt wants, what comes next.

Keeps no state of its own; `store.session` does.
"""
