"""What an assistant or a person may ask: every tool is declared once, for all surfaces."""
