"""What several benchmarks use: results, projects made for measuring, servers, budgets, plots."""
