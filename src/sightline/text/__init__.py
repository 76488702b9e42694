"""Words: splitting, stemming, weighing, counting and redacting text. No I/O."""
