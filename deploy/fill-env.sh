#!/bin/sh
# Prints .env.example with a random value for each variable that is empty. Do not overwrite an .env, which has the
# only copy of its keys: [ -e .env ] || (umask 077; sh deploy/fill-env.sh > .env)
# The passwords consist of hexadecimal digits, so they need no escaping in URLs and in JSON.
set -eu
while IFS= read -r line; do
  case $line in
    *ENCRYPTION_KEYS=) printf '%s1=%s\n' "$line" "$(head -c 32 /dev/urandom | base64)" ;;
    [A-Z]*=) printf '%s%s\n' "$line" "$(od -An -v -N24 -tx1 /dev/urandom | tr -d ' \n')" ;;
    *) printf '%s\n' "$line" ;;
  esac
done < "$(dirname "$0")/../.env.example"
