#!/usr/bin/env bash
# Makes the project's own Python environment `.venv/<name>` from `requirements-<name>.txt`, if it is not
# there or no longer matches, and prints its folder of programs. Names: cloud, lambda, lint.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
name="${1:?which environment: cloud, lambda or lint}"
requirements="$here/requirements-$name.txt"
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
