#!/usr/bin/env bash
# Compares where the addresses of addresses.tsv lead on the running WordPress with its last column. Exit code 1 when one
# leads elsewhere. Run by hand: it changes the host's permalinks.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
# shellcheck source=lib.sh
. "$here/lib.sh"
set -a
# shellcheck source=/dev/null
. "$wordpress_env"
set +a
php "$here/addresses.php" "$wordpress_dir/www" >&2

compared=0 different=0
while IFS=$'\t' read -r address here_path deployed; do
  case "$address" in '#'* | '') continue ;; esac
  [ "$deployed" != - ] || continue
  [ "$deployed" != = ] || deployed="$here_path"
  read -r status to < <(curl -sS -L --max-redirs 5 -o /dev/null -w '%{http_code} %{url_effective}\n' "$HOST_URL$address")
  to="${to#"$HOST_URL"}"
  [ "$status" = 200 ] || to="$status"
  compared=$((compared + 1))
  [ "$to" = "$deployed" ] || {
    different=$((different + 1))
    say "$address leads to $to, not to $deployed"
  }
done <"$here/addresses.tsv"
say "$compared addresses compared, $different different"
[ "$different" = 0 ]
