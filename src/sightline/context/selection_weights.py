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
    "spelled": 0.0,
    "usual": -5.4102,
}

# Whether a file will be opened, by the evidence ("fits") and the situation. Learned from sessions.
OPENED = {
    "fits": 0.4500,
    "prompts": -0.7200,
    "later": 0.0,
    "change wanted": 0.0,
    "path named": 2.4300,
    "named": 1.4300,
    "others named": -0.9600,
    "long prompt names": -0.4600,
    "symbol named": 1.1200,
    "recent": 0.5900,
    "test": -1.8400,
    "test meant": 1.3800,
    "test named": 3.6700,
    "near": 0.4300,
    "usual": -1.5500,
}
