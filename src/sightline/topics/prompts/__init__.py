"""Reads a prompt: its words, tickets, files, and what it says about its place in the conversation."""
