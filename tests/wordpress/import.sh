#!/usr/bin/env bash
# Fills the running WordPress with content of every kind, imports it into a local site and compares the numbers of items;
# a second import must change nothing. Then a test compares a copy with the host member by member.
# Called by run.sh.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
# shellcheck source=lib.sh
. "$here/lib.sh"
set -a
# shellcheck source=/dev/null
. "$wordpress_env"
set +a
cd "$here/../.."

# PAUTA names a built program; without it one is built, and a test named so that features resolve as for `cargo test`.
pauta="${PAUTA:-target/debug/pauta}"
[ -n "${PAUTA:-}" ] || cargo build --workspace --bin pauta --test host_contract_wordpress --locked

say "filling WordPress"
php "$here/content.php" "$wordpress_dir/www" >&2

data="$(mktemp -d)"
trap 'rm -rf "$data"' EXIT
export PAUTA_IMPORT_APP_PASSWORD="$HOST_APP_PASSWORD"

# The report. Exit code 1 means that something cannot be imported, which is reported and not a failure here.
copy() {
  local outcome=0
  "$pauta" import-site "$HOST_URL/" --user "$HOST_USER" --data-dir "$data/site" >"$1" || outcome=$?
  cat "$1" >&2
  [ "$outcome" -le 1 ] || { say "the import ended with $outcome"; exit 1; }
  local twice
  twice="$(sort "$1" | uniq -d)"
  [ -z "$twice" ] || { say "printed twice: $twice"; exit 1; }
}

# The value in a column of a route's line.
figure() { awk -v route="$2" -v column="$3" '$1 == route && NF == 5 { print $column }' "$1"; }

# The number of items of a route with certain statuses on the host.
counted() {
  curl -fsS -o /dev/null -D - --user "$HOST_USER:$HOST_APP_PASSWORD" \
    "$HOST_URL/wp-json/wp/v2/$1?context=edit&per_page=1&_fields=id$2" |
    tr -d '\r' | awk 'tolower($1) == "x-wp-total:" { print $2 }'
}

say "with a wrong password"
refused=0
PAUTA_IMPORT_APP_PASSWORD=wrong "$pauta" import-site "$HOST_URL/" --user "$HOST_USER" --data-dir "$data/none" \
  2>"$data/refused" || refused=$?
[ "$refused" = 2 ] && grep -q credentials "$data/refused" || {
  say "a wrong password ended with $refused: $(cat "$data/refused")"
  exit 1
}

say "copying WordPress $HOST_VERSION at $HOST_URL"
copy "$data/first"
all='&status=publish,future,draft,pending,private,trash'
for route in users categories tags menus media posts pages blocks menu-items; do
  states=
  case "$route" in
    media) states='&status=inherit,private,trash' ;;
    posts | pages | blocks) states="$all" ;;
    menu-items) states='&status=publish,draft' ;;
  esac
  there="$(counted "$route" "$states")"
  here="$(figure "$data/first" "$route" 2)"
  [ "${here:-0}" = "$there" ] || { say "$route: $there there, ${here:-0} copied"; exit 1; }
done

grep -q '^posts: [0-9]* published, ' "$data/first" || { say "no states are told"; exit 1; }

say "copying again"
copy "$data/second"
awk 'NF == 5 && $2 ~ /^[0-9]+$/ && $3 ~ /^[0-9]+$/ && ($2 > 0 || $3 > 0) { print "written again: " $0; bad = 1 } END { exit bad }' \
  "$data/second"

say "comparing a copy with the host, member by member"
cargo test --workspace --locked --test host_contract_site import_deployed
