# Sourced by the checks in a browser: sets CHROMIUM to the one it names, to one that is found, or to Debian's, which is then
# installed with apt-get (and it says so). The argument is the name of the check.
CHROMIUM="${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}"
if [ -z "$CHROMIUM" ]; then
  printf '%s: no Chromium here; installing it with apt-get\n' "$1" >&2
  as_root=()
  [ "$(id -u)" = 0 ] || as_root=(sudo)
  "${as_root[@]}" apt-get -o DPkg::Lock::Timeout=300 update -q
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -y -q chromium
  CHROMIUM="$(command -v chromium)"
fi
export CHROMIUM
