# Names that up.sh, down.sh and run.sh share. Sourced, never run.

# Folder of the host, removed with it: configuration, data, sockets, logs.
wordpress_dir="${PAUTA_WORDPRESS_DIR:-${TMPDIR:-/tmp}/pauta-wordpress}"
wordpress_env="$wordpress_dir/host.env"

say() { printf 'wordpress: %s\n' "$*" >&2; }

# Whether the process of a pid file is alive and belongs to this host: its command line contains the folder, so a
# recycled process id does not match.
alive() {
  local pid
  pid="$(cat "$1" 2>/dev/null)" || return 1
  [ -n "$pid" ] && [ -r "/proc/$pid/cmdline" ] &&
    tr '\0' ' ' <"/proc/$pid/cmdline" | grep -qF "$wordpress_dir"
}

# Waits until a command succeeds; $1 is the time limit in tenths of a second.
await() {
  local left="$1"
  shift
  until "$@" >/dev/null 2>&1; do
    left=$((left - 1))
    [ "$left" -gt 0 ] || return 1
    sleep 0.1
  done
}
