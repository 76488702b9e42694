"""The weights of `context.select`, written by `python -m benchmarks.learn_selection --write`.

Both tables give log-odds per unit of a feature; "usual" is the constant.
"""

# Whether a file is the right one, by the evidence for it. Learned from later commits.
FITS = {
    "score": -0.4872,
    "behind": 0.6784,
    "margin": 1.1799,
    "confidence": 0.2114,
    "path": 4.2509,
    "defines": 0.6548,
    "history": 1.4373,
    "words": 1.6540,
    "best": 1.4327,
    "symbol": 1.6440,
    "name": 0.4879,
    "length": 0.0427,
    "usual": -5.4102,
}

# Whether a file will be opened, by the evidence ("fits") and the situation. Learned from sessions.
OPENED = {
    "fits": 0.3356,
    "fits, later": 0.1420,
    "named": 0.8758,
    "named, later": 1.5165,
    "first": 0.2113,
    "prompts": -0.5697,
    "change": 0.2287,
    "in view": 0.1733,
    "confidence": 0.0605,
    "test": -2.4885,
    "test meant": 1.7571,
    "document meant": 0.7954,
    "near": 0.5121,
    "usual": -1.5051,
}
