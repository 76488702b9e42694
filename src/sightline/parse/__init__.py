"""Source code in, symbols and facts out; no files, no databases, no resolution."""
