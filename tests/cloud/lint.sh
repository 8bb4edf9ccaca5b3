#!/usr/bin/env bash
# Validates the deployment templates with SAM, without an account or a network.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
bin="$("$here/venv.sh" lint)"
cd "$here/../.."
export SAM_CLI_TELEMETRY=0 AWS_DEFAULT_REGION=sa-east-1
for environment in default dev prod; do
  "$bin/sam" validate --lint --config-env "$environment"
done
for nested in alarms cdn; do
  "$bin/sam" validate --lint --template "infra/$nested.yaml"
done
