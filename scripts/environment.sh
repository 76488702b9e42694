# Sourced by ./run, ./test and scripts/lock: creates the project's environment in .venv and installs
# the locked dependencies into it. Needs Python 3.11 or later; uses uv if it is installed.
# Does nothing if nothing has changed since the last call.

# Run with byte code, as users do.
unset PYTHONDONTWRITEBYTECODE

say() { printf '%s\n' "$*" >&2; }

fail() {
    say "error: $1"
    shift
    for line in "$@"; do say "  $line"; done
    exit 1
}

# Prints the first Python on the search path that is new enough.
find_python() {
    for candidate in ${PYTHON:-} python3 python3.13 python3.12 python3.11 python3.14 python; do
        if command -v "$candidate" >/dev/null 2>&1 &&
            "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            command -v "$candidate"
            return
        fi
    done
}

# Prints the folder of an environment's programs: bin, or Scripts on Windows.
programs_of() {
    if [ -d "$1/Scripts" ]; then echo "$1/Scripts"; else echo "$1/bin"; fi
}

works() { [ -x "$(programs_of "$1")/python" ] && "$(programs_of "$1")/python" -c '' >/dev/null 2>&1; }

# Prints a checksum of everything an installation depends on.
fingerprint() { { cat pyproject.toml "$1" scripts/environment.sh; pwd; } 2>/dev/null | cksum; }

install_with_uv() {
    command -v uv >/dev/null 2>&1 || return 1
    works .venv || uv venv --quiet --clear --python "${python:->=3.11}" .venv || return 1
    uv pip install --quiet --python .venv --require-hashes -r "$1" &&
        uv pip install --quiet --python .venv --no-deps --no-build-isolation -e .
}

install_with_pip() {
    [ -n "$python" ] || fail "no Python 3.11 or later found" \
        "install Python 3.11+ (or uv), or choose one: PYTHON=/path/to/python $0"
    if ! works .venv; then
        "$python" -c 'import venv, ensurepip' >/dev/null 2>&1 || fail "$python cannot create virtual environments" \
            "Debian, Ubuntu: apt install python3-venv     other systems: install Python with its venv module" \
            "or install uv, which needs neither"
        "$python" -m venv --clear .venv || fail "could not create .venv with $python"
    fi
    pip="$(programs_of .venv)/python -m pip --disable-pip-version-check --quiet"
    $pip --version >/dev/null 2>&1 || "$(programs_of .venv)/python" -m ensurepip >/dev/null 2>&1
    $pip install --require-hashes --no-deps -r "$1" &&
        $pip install --no-deps --no-build-isolation -e .
}

# install LOCK: installs the packages of a lock file into .venv.
install() {
    stamp=".venv/.installed-$1"
    if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$(fingerprint "$1")" ] && works .venv; then return; fi
    [ -w . ] || fail "cannot write to $(pwd)" "the environment .venv is created there"
    [ ! -e .venv ] || [ -w .venv ] || fail "$(pwd)/.venv is out of date and belongs to another user" \
        "run this as that user, or delete .venv"
    python=$(find_python)
    say "installing into .venv (once): $(grep -c '==' "$1") packages, about a minute ..."
    rm -f "$stamp"
    show_progress & progress=$!
    # The line of progress must not outlive the script, however that ends.
    trap 'kill "$progress" 2>/dev/null' EXIT INT TERM
    install_with_uv "$1" || install_with_pip "$1" || fail "the installation failed; see the messages above"
    # Compile now, so that neither the first command nor the first prompt waits for it.
    "$(programs_of .venv)/python" -m compileall -q src/sightline || true
    kill "$progress" 2>/dev/null || true
    wait "$progress" 2>/dev/null || true
    trap - EXIT INT TERM
    fingerprint "$1" >"$stamp"
    say "installed"
}

# Installs what the page and the VS Code extension are built with, if Node.js is there; their tests are
# skipped where it is not.
install_node_packages() {
    command -v npm >/dev/null 2>&1 || return 0
    for folder in web editors/vscode; do
        stamp="$folder/node_modules/.installed"
        wanted=$(cksum <"$folder/package-lock.json")
        if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ]; then continue; fi
        say "installing the packages of $folder (once) ..."
        if (cd "$folder" && npm ci --ignore-scripts --no-audit --no-fund --fetch-retries=0 >/dev/null 2>&1); then
            printf '%s\n' "$wanted" >"$stamp"
        else
            say "  that failed; its tests are skipped"
        fi
    done
}

# Says every two seconds what has been installed so far, until it is killed or the script ended.
show_progress() {
    seconds=0
    while sleep 2 && kill -0 $$ 2>/dev/null; do
        seconds=$((seconds + 2))
        count=$(ls -d .venv/lib/python*/site-packages/*.dist-info .venv/Lib/site-packages/*.dist-info 2>/dev/null | wc -l)
        say "  $seconds s: $((count)) packages in .venv"
    done
}
