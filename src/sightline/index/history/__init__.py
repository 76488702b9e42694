"""Past commits as evidence: what they said and which functions they touched."""
