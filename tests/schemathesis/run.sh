#!/usr/bin/env bash
# Checks that the platform's API conforms to its own description: whatever input an operation gets, it never
# answers with a 5xx or with anything undocumented. Needs Rust and Python with venv.
#
#   tests/schemathesis/run.sh            everything
#   tests/schemathesis/run.sh OPTION...  with further options of `schemathesis run`, such as
#                                        --include-operation-id list_posts, or --seed 7
#
# No operation is left out; fakes answer for the providers of texts, images and stock photos. Those that could end the
# run's own session (logout, password change and reset, codes, removing the authenticator) need a secret that cannot be
# guessed, so they refuse; throttles answer 429, as documented. steering.py keeps changes away from the caller's own record and directs other requests to objects
# that exist. Seeded, one worker, about two minutes. The session ends in 15 minutes, which bounds a longer run.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
bin="$("$here/../cloud/venv.sh" schemathesis "$here/requirements.txt")"
cd "$here/../.."
# A test is named so that features resolve as for `cargo test`, and nothing is compiled a second time.
cargo build --workspace --bin pauta --example serve --test architecture --locked
exec "$bin/python" "$here/prove.py" "$@"
