"""The hook process: one event in, the agent's answer out, within a deadline."""
