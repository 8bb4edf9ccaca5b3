#!/usr/bin/env bash
# Plays what a person does in the block editor of deployed systems, against the site under vendor names, in a browser: opens and
# writes a post with blocks of many kinds, uploads, chooses a featured image, a pattern and a template, schedules, publishes,
# restores a revision, and moves the post to the bin. Each saved state is read back through the interface and on the public page.
# Fails on every error in the console and on every request of the editor that is refused. Bundles the editor from its npm
# packages into target/, starts the local run on free ports with its own data, and stops it at the end.
#
#   tests/block-editor/run.sh    pictures of all steps are left in target/block-editor/pictures/
#
# Needs Rust, Node 20.19 or newer, and Chromium: CHROMIUM names one, else `chromium` is looked for, else it is installed
# with apt-get (and it says so).
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
root="$(cd "$here/../.." && pwd)"

. "$here/../chromium.sh" block-editor

(cd "$here" && npm ci --ignore-scripts --no-progress --loglevel=error)
cd "$root"
# A test is named so that features resolve as for `cargo test`, and nothing is compiled a second time.
cargo build --workspace --bin pauta --test architecture --locked
exec node "$here/prove.mjs"
