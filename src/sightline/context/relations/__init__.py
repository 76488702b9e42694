"""Relations between symbols: callers, dispatch, paths, and what is worth noting about a symbol."""
