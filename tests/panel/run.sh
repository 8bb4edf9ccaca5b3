#!/usr/bin/env bash
# Plays the panel's stories in a browser against a local run with its own data: signing in with the second factor, every
# screen in three widths and both themes (accessible by axe, no wider than its window, no request to another origin, no
# violation of the policy), and what each role sees.
#
#   tests/panel/run.sh           pictures of all screens are left in target/panel/
#
# Needs Rust, Node 20.19 or newer, and Chromium: CHROMIUM names one, else `chromium` is looked for, else it is installed
# with apt-get (and it says so).
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
root="$(cd "$here/../.." && pwd)"

. "$here/../chromium.sh" panel

(cd "$here" && npm ci --ignore-scripts --no-progress --loglevel=error)
cd "$root"
# A test is named so that features resolve as for `cargo test`, and nothing is compiled a second time.
PAUTA_PANEL_REQUIRED=1 cargo build --workspace --bin pauta --example serve --test architecture --locked
exec node "$here/prove.mjs"
