"""Compiled where a compiler was at hand: the few loops over bytes that indexing spends its time in.

Written in Python for Cython. Without them, Sightline does the same in plain Python, more slowly.
"""
