#!/usr/bin/env bash
# Follows a topic of Debezium's events, and keeps the next offset in the file `offset`. Run it again after it ends, for whatever
# reason: it goes on where the database is.
#
# The events of all tables are in one topic with one partition, so that they keep their order:
#   transforms=route
#   transforms.route.type=org.apache.kafka.connect.transforms.RegexRouter
#   transforms.route.regex=.*
#   transforms.route.replacement=property
#
# Settings: DATABASE_URL, BROKERS such as localhost:9092, and TOPIC. It needs kcat and jq.
set -euo pipefail
here=$(dirname "$0")

kcat -C -q -J -b "$BROKERS" -t "$TOPIC" -p 0 -o "$(cat offset 2>/dev/null || echo beginning)" |
  jq -n --unbuffered -c -f "$here/leasegate.jq" |
  leasegate import - |
  jq --unbuffered -r '.position // empty' |
  while read -r position; do
    echo $((position + 1)) >offset.new
    mv offset.new offset
  done
