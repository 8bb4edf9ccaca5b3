#!/usr/bin/env bash
# How the work of pure functions grows with the length of texts: every function and every shape of text, counted in
# instructions under callgrind. A factor above 6 for four times the length fails.
#
#   tests/growth/run.sh                 all functions
#   tests/growth/run.sh sanitise        the functions whose names hold the word
#   UPDATE_GROWTH=1 tests/growth/run.sh renews the table of docs/growth.md
#
# Needs Rust, and valgrind, which it installs with apt-get where there is none.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

if ! command -v valgrind > /dev/null; then
  printf 'growth: installs valgrind with apt-get\n'
  as_root=()
  [ "$(id -u)" = 0 ] || as_root=(sudo)
  "${as_root[@]}" apt-get -o DPkg::Lock::Timeout=300 update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -y -qq --no-install-recommends valgrind
fi

page=()
[ -z "${UPDATE_GROWTH:-}" ] || page=(--page docs/growth.md)
# A test is named so that features resolve as for `cargo test`, and nothing is compiled a second time.
cargo build --workspace --bin growth --test architecture --locked
"${CARGO_TARGET_DIR:-target}/debug/growth" measure "$@" "${page[@]}"
