"""Weights of the signals; `benchmarks.learn_weights` learns and checks them."""

# Of files.
WEIGHTS = {
    "best": 0.62,
    "central": 0.04,
    "changed": 0.15,
    "defines": 0.17,
    "folder": 1.08,
    "former": -0.5,
    "history": 0.2,
    "linked": 0.2,
    "name": 1.1,
    "outer": 0.47,
    "recent": 0.1,
    "side": -0.6,
    "told": 0.35,
    "whole_name": 0.2,
    "words": 0.65,
}
# Of symbols.
SYMBOL_WEIGHTS = {
    "around": 0.2,
    "history": 0.5,
    "name": 0.3,
    "near": 0.1,
    "owner": 0.3,
    "recent": 0.12,
    "text": 1.5,
}
