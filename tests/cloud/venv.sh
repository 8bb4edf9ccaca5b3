#!/usr/bin/env bash
# Makes the project's own Python environment `.venv/<name>`, if it is not there or no longer matches, and
# prints its folder of programs. $1 is its name, $2 the requirements it is made from; without them, this
# folder's `requirements-<name>.txt` for the names cloud, lambda and lint.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
name="${1:?which environment, such as cloud, lambda or lint}"
requirements="${2:-$here/requirements-$name.txt}"
venv="$here/../../.venv/$name"

if ! cmp -s "$requirements" "$venv/installed.txt"; then
  printf 'venv: installing %s\n' "$(basename "$requirements")" >&2
  rm -rf "$venv"
  python3 -m venv "$venv" || {
    printf 'venv: python3 with its venv module is needed (Debian: apt-get install python3-venv)\n' >&2
    exit 1
  }
  "$venv/bin/pip" install --quiet --disable-pip-version-check --requirement "$requirements" >&2
  cp "$requirements" "$venv/installed.txt"
fi
cd "$venv/bin"
pwd
