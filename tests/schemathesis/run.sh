#!/usr/bin/env bash
# Proves that the platform's API answers within its own description: any input, sensible or not, to every
# operation, never a 5xx and never anything the description does not tell. Needs Rust and Python with venv.
#
#   tests/schemathesis/run.sh            everything
#   tests/schemathesis/run.sh OPTION...  with further options of `schemathesis run`, such as
#                                        --include-operation-id list_posts, or --seed 7
#
# No operation is left out. Those that could end the own session (logout, password change and reset, codes,
# removing the authenticator) need a secret that is not guessed, so they refuse; throttles answer 429, as
# described. Only steering.py keeps changes away from the caller's own record, and leads the rest to objects
# that exist. Seeded, one worker, about two minutes. The session ends in 15 minutes, which bounds a longer run.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
bin="$("$here/../cloud/venv.sh" schemathesis "$here/requirements.txt")"
cd "$here/../.."
# A test is named so that features resolve as for `cargo test`, and nothing is compiled a second time.
cargo build --workspace --bin pauta --test architecture --locked
exec "$bin/python" "$here/prove.py" "$@"
