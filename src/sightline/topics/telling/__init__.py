"""What is told of topics: the block, the line that brings one back, the reports."""
