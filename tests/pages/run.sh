#!/usr/bin/env bash
# Checks that every kind of public page is valid HTML (html-validate), accessible (axe, on a light and a dark ground), free of
# errors and policy violations in a browser, within its weight, and no wider than its window, at 360 and 1280 pixels; that
# feeds and sitemaps follow their schemas (libxml2, schemas/*.rng) and name only what can be opened; that active code
# snippets run under the page's policy, and foreign scripts do not; and that contact forms can be sent with and without a
# script. Starts the local run on free ports with its own data, fills it with content, and stops it at the end.
#
#   tests/pages/run.sh           pictures of all pages are left in target/pages/
#
# Needs Rust, Node 20.15 or newer, and Chromium: CHROMIUM names one, else `chromium` is looked for, else it is
# installed with apt-get (and it says so).
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
root="$(cd "$here/../.." && pwd)"

. "$here/../chromium.sh" pages

(cd "$here" && npm ci --ignore-scripts --no-progress --loglevel=error)
cd "$root"
# A test is named so that features resolve as for `cargo test`, and nothing is compiled a second time.
cargo build --workspace --bin pauta --test architecture --locked
exec node "$here/prove.mjs"
