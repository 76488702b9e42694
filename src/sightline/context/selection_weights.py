"""The weights of `context.select`, written by `python -m benchmarks.learn_selection --write`.

Both tables give log-odds per unit of a feature; "usual" is the constant.
"""

# Whether a file is the right one, by the evidence for it. Learned from later commits.
FITS = {
    "score": 1.0139,
    "behind": 1.0140,
    "margin": 1.7602,
    "confidence": 0.1026,
    "path": 1.8833,
    "defines": 0.2959,
    "history": 0.5605,
    "words": 0.6485,
    "best": -0.1240,
    "symbol": 1.2958,
    "name": 0.5768,
    "length": 0.1355,
    "spelled": 0.3276,
    "usual": -5.2596,
}

# Whether a file will be opened, by the evidence ("fits") and the situation. Learned from sessions.
OPENED = {
    "fits": 0.3619,
    "prompts": -0.4652,
    "later": -0.5561,
    "change wanted": 0.3301,
    "path named": 3.7596,
    "named": 0.6656,
    "others named": -1.1533,
    "long prompt names": -0.3755,
    "symbol named": 1.1972,
    "recent": 1.6672,
    "test": -1.8118,
    "test meant": 1.8249,
    "test named": 1.8475,
    "near": 0.5397,
    "usual": -1.9068,
}
