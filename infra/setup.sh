#!/usr/bin/env bash
# Sets a new deployment up: creates the key ring in its secret, the first administrator and the first login
# of the content site. Existing ones stay unchanged. After the deployment of a newer release it also brings
# the stored data to the schema of that release; an interrupted run is continued by the next one.
#
#   infra/setup.sh STACK --admin-email YOU@AGENCY [--admin-name NAME] [--site-title T] [--site-user U]
#   infra/setup.sh STACK --check     reads all stored data and says what is wrong with them
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
stack="${1:?name of the stack, such as pauta-dev}"
shift

output() {
  aws cloudformation describe-stacks --stack-name "$stack" --output text \
    --query "Stacks[0].Outputs[?OutputKey=='$1'].OutputValue"
}
export PLATFORM_TABLE SITE_TABLE SITE_URL LOG_TABLE MEDIA_BUCKET SECRET_ID MEDIA_PREFIX=platform/ SITE_MEDIA_PREFIX=site/
PLATFORM_TABLE="$(output PlatformTableName)"
SITE_TABLE="$(output SiteTableName)"
LOG_TABLE="$(output LogTableName)"
SITE_URL="$(output SiteUrl)"
MEDIA_BUCKET="$(output MediaBucketName)"
SECRET_ID="$(output KeyRingSecretArn)"
# The zone of months in reports is that of the functions.
APP_TIME_ZONE="$(aws cloudformation describe-stacks --stack-name "$stack" --output text \
  --query "Stacks[0].Parameters[?ParameterKey=='AppTimeZone'].ParameterValue")"
export APP_TIME_ZONE

# A secret that already has a version keeps it.
versions="$(aws secretsmanager list-secret-version-ids --secret-id "$SECRET_ID" --query 'length(Versions)' --output text)"
if [ "$versions" = 0 ] || [ "$versions" = None ]; then
  python3 "$here/key_ring.py" new |
    aws secretsmanager put-secret-value --secret-id "$SECRET_ID" --secret-string file:///dev/stdin >/dev/null
  printf 'key ring\tput into %s\n' "$SECRET_ID"
fi

# The program reads plain credentials; this exports any kind of login as such.
if credentials="$(aws configure export-credentials --format env 2>/dev/null)"; then
  eval "$credentials"
fi
export AWS_REGION="${AWS_REGION:-$(aws configure get region)}"
cd "$here/.."
exec cargo run --quiet --package pauta-setup -- "$@"
