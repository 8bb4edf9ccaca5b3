#!/usr/bin/env bash
# Plays the clients that take minutes and more than a gigabyte to install: the WordPress node of n8n, the block editor's store
# (@wordpress/core-data with @wordpress/api-fetch), corpress, llama-index-readers-wordpress, wordpress-markdown-blog-loader and
# wb-wordpress-site-manager-mcp. Not part of .ci/run.
#
#   SITE_URL=http://127.0.0.1:8081 SITE_USER=… SITE_APP_PASSWORD=… tests/clients/by-hand/run.sh
#
# against a local run with SITE_VENDOR_NAMES=on, or any host of the interface. Deletes what it made there.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
: "${SITE_URL:?}" "${SITE_USER:?}" "${SITE_APP_PASSWORD:?}"
n8n=n8n-nodes-base-2.41.2

cd "$here"
[ -d node_modules ] || npm install --ignore-scripts --no-progress --loglevel=error --no-package-lock
# The node is unpacked, not installed: the package needs the libraries of all its nodes, this one none of them.
if [ ! -d "node_modules/$n8n" ]; then
  npm pack --silent --pack-destination node_modules "n8n-nodes-base@${n8n##*-}"
  tar -xzf "node_modules/$n8n.tgz" -C node_modules && mv node_modules/package "node_modules/$n8n"
fi
[ -d ../npm/node_modules ] || (cd ../npm && npm ci --ignore-scripts --no-progress --loglevel=error)
bin="$("$here/../../cloud/venv.sh" clients-by-hand "$here/requirements.txt")"
status=0
N8N_NODES_BASE="$here/node_modules/$n8n" node n8n.mjs || status=1
node core_data.mjs || status=1
PYPI_BIN="$bin" node mcp_wb.mjs || status=1
"$bin/python" texts.py || status=1
exit "$status"
