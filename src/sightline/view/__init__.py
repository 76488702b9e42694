"""What the page of `sightline view` shows, as plain values, and the server that keeps it live."""
