#!/usr/bin/env bash
# Starts a real WordPress on loopback from Debian's packages and prints its address and logins as the lines of an
# env file. All its files are in one temporary folder; services of the system are neither started nor changed. Stopped
# by down.sh.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
# shellcheck source=lib.sh
. "$here/lib.sh"
export PATH="$PATH:/usr/sbin:/sbin"

if [ -f "$wordpress_env" ] && alive "$wordpress_dir/nginx.pid"; then
  say "already up in $wordpress_dir"
  cat "$wordpress_env"
  exit 0
fi
"$here/down.sh"

# ---------------------------------------------------------------- packages
packages=(wordpress wordpress-theme-twentytwentythree nginx php php-fpm php-cli php-mysql php-gd
  php-mbstring php-xml php-curl mariadb-server-core mariadb-client)

install_packages() {
  local missing=() package as_root=() policy=/usr/sbin/policy-rc.d made_policy=
  for package in "${packages[@]}"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  [ "${#missing[@]}" -gt 0 ] || return 0
  [ "$(id -u)" = 0 ] || as_root=(sudo)
  say "installing with apt-get: ${missing[*]}"
  # Prevents packages from starting their servers during the installation.
  if [ ! -e "$policy" ]; then
    printf '#!/bin/sh\nexit 101\n' | "${as_root[@]}" tee "$policy" >/dev/null
    "${as_root[@]}" chmod 755 "$policy"
    made_policy=yes
  fi
  local outcome=0
  {
    "${as_root[@]}" apt-get -o DPkg::Lock::Timeout=300 update -q &&
      "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get -o DPkg::Lock::Timeout=300 install -q -y --no-install-recommends "${missing[@]}"
  } >"$wordpress_dir/apt.log" 2>&1 || outcome=$?
  [ -z "$made_policy" ] || "${as_root[@]}" rm -f "$policy"
  if [ "$outcome" -ne 0 ]; then
    tail -n 20 "$wordpress_dir/apt.log" >&2
    say "apt-get failed; all of its words are in $wordpress_dir/apt.log"
    exit 1
  fi
}

mkdir -p "$wordpress_dir"
chmod 700 "$wordpress_dir"
install_packages

php_fpm="$(command -v php-fpm || find /usr/sbin -name 'php-fpm*' | sort | tail -n 1)"
mariadbd="$(command -v mariadbd)"
me="$(id -un)"
port="${PAUTA_WORDPRESS_PORT:-$(php -r '$s = stream_socket_server("tcp://127.0.0.1:0"); echo explode(":", stream_socket_get_name($s, false))[1];')}"
url="http://127.0.0.1:$port"
# A failed start leaves its folder for inspection, but no process.
trap 'status=$?; [ "$status" -eq 0 ] || { say "failed; logs are in $wordpress_dir"; "$here/down.sh" --keep-folder; }' EXIT

# ---------------------------------------------------------------- database
say "starting mariadb"
mariadb-install-db --no-defaults --user="$me" --datadir="$wordpress_dir/data" \
  --auth-root-authentication-method=normal --skip-test-db >"$wordpress_dir/mariadb-install.log" 2>&1
"$mariadbd" --no-defaults --user="$me" --datadir="$wordpress_dir/data" \
  --socket="$wordpress_dir/db.sock" --pid-file="$wordpress_dir/mariadbd.pid" --skip-networking \
  --innodb-buffer-pool-size=64M --innodb-flush-log-at-trx-commit=0 --skip-log-bin \
  >"$wordpress_dir/mariadb.log" 2>&1 &
sql() { mariadb --no-defaults --socket="$wordpress_dir/db.sock" --user=root "$@"; }
await 300 sql -e 'select 1' || { say "mariadb did not come up"; exit 1; }
sql -e 'create database wordpress character set utf8mb4'

# ---------------------------------------------------------------- files and PHP
# Symbolic links of the package are followed, so that the copy is complete and its wp-content writable.
cp -rL /usr/share/wordpress "$wordpress_dir/www"
mkdir -p "$wordpress_dir/www/wp-content/uploads" "$wordpress_dir/tmp"
export PAUTA_WORDPRESS_SOCKET="$wordpress_dir/db.sock" PAUTA_WORDPRESS_URL="$url"
php "$here/write-config.php" >"$wordpress_dir/www/wp-config.php"

cat >"$wordpress_dir/php-fpm.conf" <<CONF
[global]
pid = $wordpress_dir/php-fpm.pid
error_log = $wordpress_dir/php-fpm.log
daemonize = no
[www]
$([ "$(id -u)" != 0 ] || echo "user = $me")
listen = $wordpress_dir/php.sock
pm = static
pm.max_children = 4
catch_workers_output = yes
php_admin_value[sendmail_path] = /bin/true
php_admin_value[upload_max_filesize] = 32M
php_admin_value[post_max_size] = 32M
php_admin_value[memory_limit] = 256M
php_admin_value[upload_tmp_dir] = $wordpress_dir/tmp
php_admin_value[error_log] = $wordpress_dir/php.log
php_admin_flag[display_errors] = off
CONF
say "starting php-fpm and nginx"
root_flag=()
[ "$(id -u)" != 0 ] || root_flag=(--allow-to-run-as-root)
"$php_fpm" --fpm-config "$wordpress_dir/php-fpm.conf" "${root_flag[@]}" \
  >"$wordpress_dir/php-fpm.out" 2>&1 &

cat >"$wordpress_dir/nginx.conf" <<CONF
$([ "$(id -u)" != 0 ] || echo "user $me;")
worker_processes 1;
pid $wordpress_dir/nginx.pid;
error_log $wordpress_dir/nginx-error.log;
daemon off;
events { worker_connections 256; }
http {
  include /etc/nginx/mime.types;
  access_log $wordpress_dir/nginx-access.log;
  client_body_temp_path $wordpress_dir/tmp/body;
  proxy_temp_path $wordpress_dir/tmp/proxy;
  fastcgi_temp_path $wordpress_dir/tmp/fastcgi;
  uwsgi_temp_path $wordpress_dir/tmp/uwsgi;
  scgi_temp_path $wordpress_dir/tmp/scgi;
  server {
    listen 127.0.0.1:$port;
    root $wordpress_dir/www;
    index index.php;
    client_max_body_size 32m;
    location / { try_files \$uri \$uri/ /index.php?\$args; }
    location ~ \.php\$ {
      try_files \$uri =404;
      # Named one by one: the packaged list leaves the port out of HTTP_HOST, and WordPress would
      # redirect to itself for ever.
      fastcgi_param SCRIPT_FILENAME \$document_root\$fastcgi_script_name;
      fastcgi_param SCRIPT_NAME \$fastcgi_script_name;
      fastcgi_param DOCUMENT_ROOT \$document_root;
      fastcgi_param DOCUMENT_URI \$document_uri;
      fastcgi_param REQUEST_URI \$request_uri;
      fastcgi_param REQUEST_METHOD \$request_method;
      fastcgi_param QUERY_STRING \$query_string;
      fastcgi_param CONTENT_TYPE \$content_type;
      fastcgi_param CONTENT_LENGTH \$content_length;
      fastcgi_param GATEWAY_INTERFACE CGI/1.1;
      fastcgi_param SERVER_PROTOCOL \$server_protocol;
      fastcgi_param SERVER_SOFTWARE nginx;
      fastcgi_param SERVER_NAME 127.0.0.1;
      fastcgi_param SERVER_ADDR \$server_addr;
      fastcgi_param SERVER_PORT \$server_port;
      fastcgi_param REMOTE_ADDR \$remote_addr;
      fastcgi_param HTTP_HOST \$http_host;
      fastcgi_pass unix:$wordpress_dir/php.sock;
      fastcgi_read_timeout 60;
    }
  }
}
CONF
nginx -c "$wordpress_dir/nginx.conf" -e "$wordpress_dir/nginx-error.log" >"$wordpress_dir/nginx.out" 2>&1 &

# ---------------------------------------------------------------- WordPress itself
say "installing WordPress"
php -d sendmail_path=/bin/true "$here/install.php" "$wordpress_dir/www" >"$wordpress_env.new"
mv "$wordpress_env.new" "$wordpress_env"
answers() { curl -fsS --max-time 10 "$url/wp-json/" -o /dev/null; }
await 200 answers || { say "the REST index does not answer at $url/wp-json/"; exit 1; }
say "up at $url; env file $wordpress_env"
cat "$wordpress_env"
