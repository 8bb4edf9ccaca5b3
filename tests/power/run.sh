#!/usr/bin/env bash
# Kills the process under load and looks for every acknowledged write (kill.py), fills its disk and looks at what people can still do
# (full.py), then cuts the power after acknowledged writes, on
# ext4 and XFS, and looks for each of them in a process that starts on what the disk had (cut.py).
#
#   tests/power/run.sh
#
# Needs Linux, Rust, Python 3 and, for file systems, root; xfsprogs is installed with apt-get where there is none (and it says
# so). Where there are no loop devices, as in some containers, it says that and cuts nothing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
say() { printf 'power: %s\n' "$*" >&2; }

as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo)
if ! command -v mkfs.xfs >/dev/null; then
  say 'mkfs.xfs not found here; installing xfsprogs with apt-get'
  "${as_root[@]}" apt-get -o DPkg::Lock::Timeout=300 update -q
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -y -q --no-install-recommends xfsprogs
fi

# A test is named so that features resolve as for `cargo test`, and nothing is compiled a second time.
cargo build --workspace --bin pauta --test architecture --locked
program="${CARGO_TARGET_DIR:-target}/debug/pauta"
python3 tests/power/kill.py --program "$program" --kills 8
"${as_root[@]}" python3 tests/power/full.py --program "$program"

if ! "${as_root[@]}" losetup --find >/dev/null 2>&1; then
  say 'this machine has no loop device for a file system; nothing was cut'
  exit 0
fi

"${as_root[@]}" python3 tests/power/cut.py --program "$program"
