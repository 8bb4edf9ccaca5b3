#!/usr/bin/env bash
# Checks the panel's source without a browser: its types against docs/openapi.json, its rules (eslint), its form (prettier)
# and its unit tests (vitest), and that no check in a browser ignores the policy of its pages. All of them run, and the failed
# ones are named at the end.
#
#   tests/panel-source/run.sh
#
# Needs Node 20.19 or newer.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
cd "$root/functions/platform-panel/web"

# The bundle needs no tools of development, so its build leaves them out; what is installed here is enough for it as well,
# and is marked as such. While packages are installed, a build waits, and the other way round.
install() {
  if cmp -s package-lock.json node_modules/.installed-tools; then return; fi
  npm ci --include=dev --ignore-scripts --no-audit --no-fund --no-progress --loglevel=error
  cp package-lock.json node_modules/.installed-lock
  cp package-lock.json node_modules/.installed-tools
}
exec 9> .build-lock
if command -v flock > /dev/null; then flock 9; fi
install
exec 9>&-

npm run --silent types > /dev/null
failed=()
for check in typecheck lint format:check test; do
  npm run --silent "$check" || failed+=("$check")
done
# A context of a browser that ignores the policy would hide what a page loses to it.
if grep -rIn --exclude-dir=node_modules 'bypass''CSP' "$root/tests" >&2; then failed+=(policy); fi
if [ "${#failed[@]}" -gt 0 ]; then
  printf 'panel-source: failed: %s; `npm run format` in functions/platform-panel/web corrects the form\n' "${failed[*]}" >&2
  exit 1
fi
