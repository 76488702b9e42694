"""Code that several benchmarks share: results, generated projects, servers, budgets, plots."""
