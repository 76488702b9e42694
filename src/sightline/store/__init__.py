"""How values go in and out of the databases. The only place that speaks SQL."""
