#!/bin/sh
# Cancels every order and goes SAFE, with curl: for a cron job, a button or another machine. The token needs `Cancel`.
#
#   SESAME_TOKEN=sesame_... examples/cancel-all.sh [http://127.0.0.1:8080]
set -eu
url=${1:-http://127.0.0.1:8080}

# From standard input, so that the token is not in the list of processes.
call() {
  printf 'header = "Authorization: Bearer %s"\n' "$SESAME_TOKEN" |
    curl --config - --silent --show-error --fail-with-body --max-time 30 \
      --header 'Content-Type: application/json' --request "$1" --data "$3" "$url/api$2"
  echo
}

call POST /orders/cancel-all '{}'
call POST /trading/safe '{}'
