#!/bin/sh
# Makes the database and its two roles when the volume is new; see "Two database roles" in docs/operations.md.
set -eu
psql --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres \
  --set owner="$POSTGRES_OWNER_PASSWORD" --set app="$POSTGRES_APP_PASSWORD" <<'SQL'
create role muster login password :'owner';
create role muster_app login password :'app';
create database muster owner muster;
SQL
