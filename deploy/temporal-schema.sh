#!/bin/sh
# Brings Temporal's two databases up to date: SQL_HOST, SQL_PORT, SQL_USER, SQL_PASSWORD and SQL_PLUGIN say where they are.
# It may run as often as it likes. The schemas are those that the tool brings, which are those of its server's release.
set -eu
for kind in temporal visibility; do
  database=temporal
  if [ "$kind" = visibility ]; then database=temporal_visibility; fi
  temporal-sql-tool --database "$database" create
  temporal-sql-tool --database "$database" setup-schema --version 0.0
  temporal-sql-tool --database "$database" update-schema --schema-name "postgresql/v12/$kind"
done
