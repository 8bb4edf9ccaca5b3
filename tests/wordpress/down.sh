#!/usr/bin/env bash
# Stops the processes that up.sh started and removes its folder, except with --keep-folder.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
# shellcheck source=lib.sh
. "$here/lib.sh"

ended() { ! alive "$1"; }
for name in nginx php-fpm mariadbd; do
  pid_file="$wordpress_dir/$name.pid"
  alive "$pid_file" || continue
  kill -TERM "$(cat "$pid_file")"
  await 150 ended "$pid_file" || kill -KILL "$(cat "$pid_file")"
done
[ "${1:-}" = --keep-folder ] || rm -rf "$wordpress_dir"
