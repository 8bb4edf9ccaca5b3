#!/usr/bin/env bash
# Checks that the documented commands work as written: runs the README's ten lines, and the commands that the program
# prints after its start, against a local run with its own data, which is stopped afterwards; then the README's commands
# for providers against the demonstration, in which stand-ins answer for the providers. Only the password, the key and the
# addresses are filled in, because the ports are free ones and the mailbox has a secret address.
#
#   tests/readme/run.sh
#
# Needs Rust, Bash, curl and jq; curl and jq are installed with apt-get where there are none (and it says so).
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
root="$(cd "$here/../.." && pwd)"
say() { printf 'readme: %s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }

missing=()
for tool in curl jq; do
  command -v "$tool" >/dev/null || missing+=("$tool")
done
if [ "${#missing[@]}" -gt 0 ]; then
  say "${missing[*]} not found here; installing with apt-get"
  as_root=()
  [ "$(id -u)" = 0 ] || as_root=(sudo)
  "${as_root[@]}" apt-get -o DPkg::Lock::Timeout=300 update -q
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -y -q "${missing[@]}"
fi

cd "$root"
# A test is named so that features resolve as for `cargo test`, and nothing is compiled a second time.
cargo build --workspace --bin pauta --test architecture --locked

work="$(mktemp -d)"
pauta=
end() {
  [ -z "$pauta" ] || { kill "$pauta" 2>/dev/null && wait "$pauta"; } || true
  rm -rf "$work"
}
trap end EXIT

# Starts `pauta` with its output in the file `said`, waits until it serves, and sets its address.
start() {
  # Emptied here: the new process opens it only when it is scheduled, and until then the words of the former are in it.
  : >"$work/said"
  PAUTA_ADMIN_PASSWORD="$password" "$root/target/debug/pauta" "$@" --platform-addr localhost:0 --site-addr localhost:0 \
    >>"$work/said" 2>&1 </dev/null &
  pauta=$!
  for _ in $(seq 600); do
    grep -q '^Ctrl-C stops' "$work/said" && break
    kill -0 "$pauta" 2>/dev/null || fail "the local run ended: $(cat "$work/said")"
    sleep 0.1
  done
  host="$(sed -n 's|^Platform *\(http://[^/]*\)/.*|\1|p' "$work/said")"
  [ -n "$host" ] || fail "the local run does not say where it listens: $(cat "$work/said")"
  mailbox="$(sed -n 's|^Mailbox *\(http://[^ ]*/dev/mailbox/[^ ]*\)$|\1|p' "$work/said")"
  [ -n "$mailbox" ] || fail "the local run does not say where the mails are: $(cat "$work/said")"
}

password='girassol-na-varanda-2026'
start --data-dir "$work/data"

# The commands of a section of the README.
section() {
  awk -v head="## $1" '$0 == head { here = 1 } here && /^```$/ { exit } inside { print } here && /^```sh$/ { inside = 1 }' README.md
}

section 'The API in ten lines' >"$work/lines"
[ "$(wc -l <"$work/lines")" -eq 10 ] || fail "the README's ten lines are $(wc -l <"$work/lines")"
grep -q 'http://127.0.0.1:8080' "$work/lines" || fail 'the lines do not name the address'
grep -q 'PASSWORD=…; MAILBOX=…' "$work/lines" || fail 'the lines do not ask for the password and the mailbox'
sed -e "s|http://127.0.0.1:8080|$host|" -e "s|PASSWORD=…|PASSWORD=$password|" -e "s|MAILBOX=…|MAILBOX=$mailbox|" "$work/lines" >"$work/script"
cat >>"$work/script" <<'CHECKS'

curl -sS "$API/posts/$P" -H "$T" >"$WORK/post"
CHECKS
say 'the ten lines'
WORK="$work" bash -euo pipefail "$work/script" >"$work/answers" || fail "a line failed: $(cat "$work/answers")"
grep -q '<h1.*Olá' "$work/answers" || fail "the client's page was not shown: $(cat "$work/answers")"
# All answers but that page are JSON, and none is an error.
sed 's|<h1.*||' "$work/answers" | jq -e -s 'length >= 7 and all(.[]; has("code") | not)' \
  >/dev/null || fail "an answer is an error: $(cat "$work/answers")"
[ "$(jq -r .status "$work/post")" = published ] || fail "the post is not published: $(cat "$work/post")"
online="$(jq -r .host_post_url "$work/post")"
curl -sS --fail -o "$work/page" "$online" || fail "$online does not answer"
grep -q 'Uma horta cabe em qualquer varanda' "$work/page" || fail "$online does not show the post"

say 'the commands that the start advises'
sed -n '/^Try next/,/^$/p' "$work/said" | grep '^  ' | grep -v ' demo --serve' >"$work/advice"
[ "$(wc -l <"$work/advice")" -ge 6 ] || fail "the start advises too little: $(cat "$work/said")"
(cd "$work" && bash -euo pipefail advice >me 2>&1) || fail "an advised command failed: $(cat "$work/me")"
grep -q '"email":"admin@pauta.localhost"' "$work/me" || fail "the advised sign-in failed: $(cat "$work/me")"
[ -s "$work/pauta.tar.zst" ] || fail "the advised backup is not there: $(cat "$work/me")"

kill "$pauta"
wait "$pauta" || fail "the local run did not end well: $(cat "$work/said")"
pauta=
grep -q '^Stopped\. ' "$work/said" || fail "the local run did not say that it stopped: $(cat "$work/said")"

say 'the commands for providers'
start demo --serve
section 'With real providers' >"$work/providers"
[ "$(grep -c 'KEY=…' "$work/providers")" -eq 1 ] || fail 'the lines for providers do not ask for the key'
{ sed -n '1,4p' "$work/lines" | sed -e "s|http://127.0.0.1:8080|$host|" -e "s|PASSWORD=…|PASSWORD=$password|" \
    -e "s|MAILBOX=…|MAILBOX=$mailbox|"
  sed 's|KEY=…|KEY=sk-leia-me|' "$work/providers"; } >"$work/script"
bash -euo pipefail "$work/script" >"$work/answers" || fail "a line for providers failed: $(cat "$work/answers")"
for words in '"ok":true' '"selected":true' '<h2>' '"total":{'; do
  grep -qF "$words" "$work/answers" || fail "the lines for providers do not show $words: $(cat "$work/answers")"
done

kill "$pauta"
wait "$pauta" || fail "the demonstration did not end well: $(cat "$work/said")"
pauta=
say 'everything works as it is written'
