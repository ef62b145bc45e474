#!/bin/sh
# Starts versitygw with an account for each process of Assay. `admin setup storage` gives the accounts their rights.
# IAM_DIR is the directory of the accounts, which are written at each start. The secrets must not contain `"` or `\`.
# The arguments are those of versitygw.
set -eu
umask 077
account() {
  printf '"%s":{"access":"%s","secret":"%s","role":"user"}' "$1" "$1" "$2"
}
mkdir -p "$IAM_DIR"
{
  printf '{"accessAccounts":{'
  account assay-api "$API_S3_SECRET_KEY"
  printf ','
  account assay-orchestration "$ORCHESTRATION_S3_SECRET_KEY"
  printf ','
  account assay-media "$MEDIA_S3_SECRET_KEY"
  printf ','
  account assay-remote "$REMOTE_S3_SECRET_KEY"
  printf '}}'
} > "$IAM_DIR/users.json"
exec versitygw --iam-dir "$IAM_DIR" "$@"
