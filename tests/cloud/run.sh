#!/usr/bin/env bash
# The cloud suite: the ports' contracts and the deployment's stack in an emulated AWS, with the built
# functions in it. Needs Rust and Python with venv; the emulator comes from pinned requirements.
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
  # Everything at once, so that features are the same as in the other steps and nothing is built twice.
  cargo build --workspace --bins --locked
  "$bin/python" "$here/story.py"
}
