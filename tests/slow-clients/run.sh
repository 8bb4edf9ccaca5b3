#!/usr/bin/env bash
# Plays clients that do not read, do not write and do not leave against a local process, and measures what it and another reader
# have of it (prove.py).
#
#   tests/slow-clients/run.sh                    all parts
#   tests/slow-clients/run.sh files stops        these parts only; --help names them
#
# Needs Linux, Rust and Python 3. The part with 512 MB needs a control group for memory (version 2 or 1), and therefore root; where
# none can be made, as in some containers, it says that and tries nothing. The limit of open files should be 4,600 or more, and
# there are fewer idle connections where it is not.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# A test is named so that features resolve as for `cargo test`, and nothing is compiled a second time.
cargo build --workspace --bin pauta --test architecture --locked
as_root=()
[ "$(id -u)" = 0 ] || ! command -v sudo > /dev/null || ! sudo -n true 2> /dev/null || as_root=(sudo)
"${as_root[@]}" python3 tests/slow-clients/prove.py --program "${CARGO_TARGET_DIR:-target}/debug/pauta" "$@"
