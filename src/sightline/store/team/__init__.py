"""A team's memories on PostgreSQL; nothing else imports the driver."""
