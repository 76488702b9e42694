"""Every way to start, end, lock and talk to a process of ours."""
