#!/usr/bin/env bash
# Checks that wpapi, a client library written for deployed systems, works with the site under vendor names:
# discovery, posts, media, paging, embedding, signing in. Starts the local run on free ports with its own data,
# and stops it at the end.
#
# Needs Rust and Node 20 or newer.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
root="$(cd "$here/../.." && pwd)"

(cd "$here" && npm ci --ignore-scripts --no-progress --loglevel=error)
cd "$root"
# A test is named so that features resolve as for `cargo test`, and nothing is compiled a second time.
cargo build --workspace --bin pauta --test architecture --locked
SITE_VENDOR_NAMES=on exec node "$here/prove.mjs"
