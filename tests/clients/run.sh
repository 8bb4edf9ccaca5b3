#!/usr/bin/env bash
# Plays clients from npm and PyPI, written for deployed systems, against the site under vendor names; README.md names them.
# Starts the local run on free ports with its own data, and stops it at the end.
#
#   tests/clients/run.sh            all
#   tests/clients/run.sh WORD...    the scripts whose path has one of the words
#
# Needs Rust, Node 20 or newer, and Python 3 with venv. With SITE_URL, SITE_USER and SITE_APP_PASSWORD it plays against that
# host, needs no Rust, and deletes what it made there.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
root="$(cd "$here/../.." && pwd)"

PYPI_BIN="$("$here/../cloud/venv.sh" clients "$here/pypi/requirements.txt")"
export PYPI_BIN
(cd "$here/npm" && npm ci --ignore-scripts --no-progress --loglevel=error)
cd "$root"
# A test is named so that features resolve as for `cargo test`, and nothing is compiled a second time.
[ -n "${SITE_URL:-}" ] || cargo build --workspace --bin pauta --test architecture --locked
exec node "$here/prove.mjs" "$@"
