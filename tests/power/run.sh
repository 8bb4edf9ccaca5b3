#!/usr/bin/env bash
# Kills the process under load and looks for every acknowledged write (kill.py), fills its disk and looks at what people can still do
# (full.py), then cuts the power after acknowledged writes, on ext4, XFS and a file system that forgets what was not synced
# (forgetting.py), and looks for each of them in a process that starts on what the disk had (cut.py).
#
#   tests/power/run.sh
#
# Needs Linux, Rust, Python 3 with venv and, for file systems, root; xfsprogs and fuse3 are installed with apt-get where there are
# none (and it says so). Without root, file systems are mounted in a user namespace. Where there are no loop devices, as in some
# containers and in user namespaces, it says that and cuts nothing on ext4 and XFS; where FUSE cannot be mounted, on the third.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
cd "$here/../.."
say() { printf 'power: %s\n' "$*" >&2; }

as_root=()
if [ "$(id -u)" != 0 ]; then
  if command -v sudo >/dev/null && sudo -v; then
    as_root=(sudo)
  else
    say 'neither root nor sudo here; file systems are mounted in a user namespace, and nothing is installed with apt-get'
    as_root=(unshare --user --map-root-user --mount)
  fi
fi

# Installs a package, $2, where the command after it fails, and says that $1 was not found.
need() {
  "${@:3}" >/dev/null 2>&1 && return
  [ "${as_root[0]:-}" != unshare ] || return 0
  say "$1 not found here; installing $2 with apt-get"
  "${as_root[@]}" apt-get -o DPkg::Lock::Timeout=300 update -q
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -y -q --no-install-recommends "$2"
}
python="$("$here/../cloud/venv.sh" power "$here/requirements.txt")/python"
need mkfs.xfs xfsprogs command -v mkfs.xfs
need libfuse3 fuse3 env FUSE_LIBRARY_NAME=fuse3 "$python" -c 'import mfusepy'

# A test is named so that features resolve as for `cargo test`, and nothing is compiled a second time.
cargo build --workspace --bin pauta --test architecture --locked
program="${CARGO_TARGET_DIR:-target}/debug/pauta"
python3 tests/power/kill.py --program "$program" --kills 8
"${as_root[@]}" python3 tests/power/full.py --program "$program"
"${as_root[@]}" "$python" tests/power/cut.py --program "$program"
