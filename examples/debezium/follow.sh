#!/usr/bin/env bash
# Follows a topic of Debezium's messages, and keeps the next offset in the file `offset`. Run it again after it ends, for whatever
# reason: it goes on where the database is. If a message has an unknown form, the error has its offset, and adapting leasegate.jq
# is the remedy.
#
# The messages of all tables are in one topic with one partition, so that they keep their order. The topic has
# cleanup.policy=delete, and keeps messages for longer than this program is ever away. The connector has
#   database.include.list=property
#   table.include.list=property.companies,property.properties,property.persons,property.contracts
#   skipped.operations=none
#   decimal.handling.mode=string
#   transforms=route
#   transforms.route.type=org.apache.kafka.connect.transforms.RegexRouter
#   transforms.route.regex=.*
#   transforms.route.replacement=property
#
# Settings: DATABASE_URL, BROKERS such as localhost:9092, and TOPIC. It needs kcat and jq.
set -euo pipefail
here=$(dirname "$0")

# Without auto.offset.reset=error, kcat would pass over all messages if the next one is gone.
exec 3< <(exec kcat -C -q -u -J -b "$BROKERS" -t "$TOPIC" -p 0 -o "$(cat offset 2>/dev/null || echo beginning)" -X auto.offset.reset=error)
kcat=$!

jq -n --unbuffered -c -f "$here/leasegate.jq" <&3 |
  leasegate import - |
  tee >(cat >&2) |
  jq --unbuffered -r '.position // empty' |
  {
    while read -r position; do
      echo $((position + 1)) >offset.new
      mv offset.new offset
    done
    # It may wait for a message.
    kill "$kcat" 2>/dev/null || true
  }
wait "$kcat"
