#!/usr/bin/env bash
# Reads the CSV files of the real exports with LibreOffice, with commas and with semicolons: no cell is a formula, and the texts
# come back.
#
#   tests/spreadsheet/run.sh
#
# Needs Rust and Python 3; LibreOffice Calc is installed with apt-get where there is none (and it says so).
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
root="$(cd "$here/../.." && pwd)"
say() { printf 'spreadsheet: %s\n' "$*" >&2; }

if ! command -v soffice >/dev/null; then
  say 'LibreOffice not found here; installing libreoffice-calc-nogui with apt-get'
  as_root=()
  [ "$(id -u)" = 0 ] || as_root=(sudo)
  "${as_root[@]}" apt-get -o DPkg::Lock::Timeout=300 update -q
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -y -q --no-install-recommends libreoffice-calc-nogui
fi

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
mkdir "$work/exports"

cd "$root"
# The whole workspace, so that features resolve as for `cargo test`, and nothing is compiled a second time.
PAUTA_EXPORTS="$work/exports" cargo test --workspace --test spreadsheets --locked -- --exact no_export_has_a_formula_with_any_separator
[ -s "$work/exports/files.json" ] || { say 'the test wrote no files'; exit 1; }

# A file with formulas, to see that the program calculates with these options.
printf 'a,=1+1,b\n' >"$work/exports/formula-44.csv"
printf 'a;=1+1;b\n' >"$work/exports/formula-59.csv"

# Separator, quotation mark, UTF-8, first line, columns, Portuguese of Brazil, … and the last one: formulas are calculated
# (https://wiki.documentfoundation.org/Documentation/DevGuide/Spreadsheet_Documents#Filter_Options_for_the_CSV_Filter).
for separator in 44 59; do
  say "reading with separator $separator"
  soffice "-env:UserInstallation=file://$work/profile" --headless \
    --infilter="Text - txt - csv (StarCalc):$separator,34,76,1,,1046,false,true,false,false,false,-1,true" \
    --convert-to fods --outdir "$work/read-$separator" "$work"/exports/*.csv >"$work/said" 2>&1 || { cat "$work/said" >&2; exit 1; }
done
python3 "$here/check.py" "$work"
