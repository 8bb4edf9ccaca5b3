#!/usr/bin/env bash
# Runs `cargo lambda watch` and `cargo lambda invoke` with an emulated cloud: every route group over one port, and
# every file of events/. Both tools come from pinned requirements.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
cloud="$("$here/venv.sh" cloud)"
lambda="$("$here/venv.sh" lambda)"
cd "$here/../.."
# Watch runs `cargo run` per function; building first means that all of them are compiled by then.
cargo build --workspace --bins --locked
PATH="$lambda:$PATH" exec "$cloud/python" "$here/watch_smoke.py"
