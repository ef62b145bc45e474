#!/bin/sh
# Migrates Temporal's two databases. Idempotent.
# SQL_HOST, SQL_PORT, SQL_USER, SQL_PASSWORD and SQL_PLUGIN configure the connection.
# `temporal-sql-tool` contains the schemas, which match the server of the same release.
set -eu
for kind in temporal visibility; do
  database=temporal
  if [ "$kind" = visibility ]; then database=temporal_visibility; fi
  temporal-sql-tool --database "$database" create
  temporal-sql-tool --database "$database" setup-schema --version 0.0
  temporal-sql-tool --database "$database" update-schema --schema-name "postgresql/v12/$kind"
done
