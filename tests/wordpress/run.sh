#!/usr/bin/env bash
# Compares the routes of a real WordPress with the list in functions/site-core/tests, runs the host contract suite against
# it and imports it into a local site: up, routes, suite, import, down. A running host is used and left running.
# Further arguments go to the suite.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
# shellcheck source=lib.sh
. "$here/lib.sh"

alive "$wordpress_dir/nginx.pid" || trap '"$here/down.sh"' EXIT
"$here/up.sh" >/dev/null
set -a
# shellcheck source=/dev/null
. "$wordpress_env"
set +a
say "contract suite against WordPress $HOST_VERSION at $HOST_URL"
cd "$here/../.."
tests/wordpress/routes.py
cargo test --workspace --locked --test host_contract_wordpress -- "$@"
"$here/import.sh"
