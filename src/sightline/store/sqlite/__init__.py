"""SQLite: connections, schemas, repair, backups and the spool. Knows no domain."""
