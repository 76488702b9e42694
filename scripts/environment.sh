# Sourced by ./run, ./test and scripts/lock: makes the project's own environment in .venv and
# installs the locked dependencies into it. Needs Python 3.11 or later; uses uv where it is found.
# A second call with nothing changed does nothing.

# Checks run as users do: with byte code written.
unset PYTHONDONTWRITEBYTECODE

say() { printf '%s\n' "$*" >&2; }

fail() {
    say "error: $1"
    shift
    for line in "$@"; do say "  $line"; done
    exit 1
}

# The first Python on the path that is new enough.
find_python() {
    for candidate in ${PYTHON:-} python3 python3.13 python3.12 python3.11 python3.14 python; do
        if command -v "$candidate" >/dev/null 2>&1 &&
            "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            command -v "$candidate"
            return
        fi
    done
}

# Where an environment keeps its programs: bin, or Scripts on Windows.
programs_of() {
    if [ -d "$1/Scripts" ]; then echo "$1/Scripts"; else echo "$1/bin"; fi
}

works() { [ -x "$(programs_of "$1")/python" ] && "$(programs_of "$1")/python" -c '' >/dev/null 2>&1; }

# What an installation depends on, as one number.
fingerprint() { { cat pyproject.toml "$1" scripts/environment.sh; pwd; } 2>/dev/null | cksum; }

install_with_uv() {
    command -v uv >/dev/null 2>&1 || return 1
    works .venv || uv venv --quiet --clear --python "${python:->=3.11}" .venv || return 1
    uv pip install --quiet --python .venv --require-hashes -r "$1" &&
        uv pip install --quiet --python .venv --no-deps --no-build-isolation -e .
}

install_with_pip() {
    [ -n "$python" ] || fail "no Python 3.11 or later found" \
        "install Python 3.11+ (or uv), or name one: PYTHON=/path/to/python $0"
    if ! works .venv; then
        "$python" -c 'import venv, ensurepip' >/dev/null 2>&1 || fail "$python cannot make environments" \
            "Debian, Ubuntu: apt install python3-venv     elsewhere: install Python with its venv module" \
            "or install uv, which needs neither"
        "$python" -m venv --clear .venv || fail "could not make .venv with $python"
    fi
    pip="$(programs_of .venv)/python -m pip --disable-pip-version-check --quiet"
    $pip --version >/dev/null 2>&1 || "$(programs_of .venv)/python" -m ensurepip >/dev/null 2>&1
    $pip install --require-hashes --no-deps -r "$1" &&
        $pip install --no-deps --no-build-isolation -e .
}

# install LOCK: brings .venv to what the lock file says.
install() {
    stamp=".venv/.installed-$1"
    if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$(fingerprint "$1")" ] && works .venv; then return; fi
    [ -w . ] || fail "cannot write to $(pwd)" "the environment .venv is made here"
    [ ! -e .venv ] || [ -w .venv ] || fail "$(pwd)/.venv belongs to somebody else and is out of date" \
        "run this as its owner, or remove it"
    python=$(find_python)
    say "installing into .venv (once) ..."
    rm -f "$stamp"
    install_with_uv "$1" || install_with_pip "$1" || fail "the installation failed; see above"
    # So that no first command and no first prompt waits for it.
    "$(programs_of .venv)/python" -m compileall -q src/sightline || true
    fingerprint "$1" >"$stamp"
}
