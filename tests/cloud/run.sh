#!/usr/bin/env bash
# The cloud suite: the ports' contracts and the deployment's stack in an emulated AWS, with the built
# functions in it. Needs Rust, Python with venv, and Node for the functions at the edge; the emulator comes from pinned
# requirements.
#
#   tests/cloud/run.sh              contracts, stack, story
#   tests/cloud/run.sh contracts    only the contracts
#   tests/cloud/run.sh story        only the stack and the story
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
bin="$("$here/venv.sh" cloud)"
cd "$here/../.."
part="${1:-all}"
[ "$part" = story ] || "$bin/python" "$here/contracts.py"
[ "$part" = contracts ] || {
  # A test is named so that features resolve as for `cargo test`, and nothing is compiled a second time.
  cargo build --workspace --bins --test architecture --example serve --locked
  "$bin/python" "$here/story.py"
}
