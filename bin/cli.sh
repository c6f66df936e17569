#!/bin/sh
# The command `magpie` from any folder, by the project's Node.js: a link to this file makes it a command of the shell.
bin=$(dirname "$(readlink -f "$0")")
MAGPIE_DATA_DIR=${MAGPIE_DATA_DIR:-$bin/../.magpie} PATH=$bin/../node_modules/.bin:$PATH \
  exec node -r "$bin/check-node.cjs" -r "$bin/compile-cache.cjs" "$bin/cli.ts" "$@"
