# Converts Debezium's messages to lines for `leasegate import -`, one for each message. A message is read as `kcat -J` prints it,
# and its position is its offset. Adapt `kinds`, `identifier` and `record` to your tables.
#
# A value is read in every form that has one meaning. Any other form ends the program with its offset, table and column.

def fail($problem): error({problem: $problem});

# Tells where a problem is. The text of any other error could hold a value.
def within($place; f): try f catch fail("\($place): \(if type == "object" then .problem else "has an unknown form" end)");

def column($name):
  if has($name) | not then fail("the column \($name) is missing")
  elif .[$name] == "__debezium_unavailable_value" then fail("the value of \($name) is not in the event")
  else .[$name] end;

def text($name):
  column($name) | if . == null or type == "string" then . else fail("\($name) is not a text") end;

def number($name):
  column($name) | if . == null or type == "number" then . else fail("\($name) is not a number") end;

# jq before 1.7 rounds integers above 2^53, so two ids could become one.
def rounds: ("9007199254740993" | fromjson | tostring) != "9007199254740993";

def as_id($name):
  if type == "string" and test("[^ ]") then .
  elif type != "number" or . != floor then fail("\($name) has no id")
  elif fabs >= 9007199254740992 and rounds then
    fail("\($name) has an integer above 2^53, which this jq rounds: use jq 1.7 or newer")
  else tostring end;

def id($name): column($name) | as_id($name);

# In jq 1.6, a `try` outside of brackets also catches the errors of what follows it.
def parsed: [try fromjson catch null][0];

# A JSON column is a text.
def ids($name):
  column($name)
  | if type == "string" then parsed else . end
  | if type == "array" then map(as_id($name)) else fail("\($name) is not a list of ids") end;

# BOOLEAN and BIT(1) are true or false, TINYINT(1) is 0 or 1, and a longer BIT is bytes.
def flag($name):
  column($name)
  | if . == null or type == "boolean" then .
    elif . == 1 or . == "AQ==" then true
    elif . == 0 or . == "AA==" then false
    else fail("\($name) is not a boolean") end;

# DATE is a number of days since 1970, and DATETIME a number of milliseconds. A later time than the year 2243 in milliseconds
# could be microseconds.
def day($name):
  column($name)
  | if . == null then null
    elif type == "string" and test("^[0-9]{4}-[0-9]{2}-[0-9]{2}(T00:00:00([.]0+)?)?(Z|[+]00:00)?$") then .[:10]
    elif type != "number" or . != floor then fail("\($name) is not a day")
    else
      if fabs > 3000000 and fabs <= 8640000000000 and . % 86400000 == 0 then . / 86400000 else . end
      | if . < -719162 or . > 2932896 then fail("\($name) is not a day")
        else "000\(. * 86400 | todate[:-10])"[-10:] end
    end;

def bytes:
  ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/" | explode) as $digits
  | [rtrimstr("=") | rtrimstr("=") | explode[] as $digit | $digits | index($digit)] as $sextets
  | [
      range(0; $sextets | length; 4) as $at
      | reduce $sextets[$at, $at + 1, $at + 2, $at + 3] as $sextet (0; . * 64 + $sextet)
      | (. / 65536 | floor), (. / 256 | floor % 256), . % 256
    ][:$sextets | length * 6 / 8 | floor];

# The number whose digits are a big-endian integer in base64.
def scaled($scale):
  if type == "string" and test("^[A-Za-z0-9+/]+={0,2}$") then bytes else fail("a decimal is not in base64") end
  | (.[0] >= 128) as $negative
  | reduce .[] as $byte (0; . * 256 + if $negative then 255 - $byte else $byte end)
  | if . >= 9007199254740992 then fail("a decimal has too many digits") else . end
  | if $negative then -1 - . else . end
  | . / pow(10; $scale);

# decimal.handling.mode is `string`, `double`, or `precise` with schemas.enable=true.
def decimal($name):
  column($name)
  | if . == null or type == "number" then .
    elif type == "object" and has("scale") and has("value") then .scale as $scale | .value | scaled($scale)
    elif type != "string" or (test("^-?[0-9]+[.][0-9]+$") | not) then
      fail("\($name) is not a number. Without a schema, the bytes of decimal.handling.mode=precise have no scale")
    else
      sub("[.]?0+$"; "")
      | if gsub("[^0-9]"; "") | length > 15 then fail("\($name) has too many digits") else tonumber end
    end;

# A row whose values no longer need their schema.
def typed($fields):
  reduce $fields[]? as {$field, $name, $parameters} (.;
    if .[$field] | type == "string" and $name == "org.apache.kafka.connect.data.Decimal" then
      .[$field] |= scaled($parameters.scale | tonumber)
    elif .[$field] | type != "number" then .
    elif $name == "io.debezium.time.MicroTimestamp" then .[$field] /= 1000
    elif $name == "io.debezium.time.NanoTimestamp" then .[$field] /= 1000000
    else . end);

# By database and table; of other databases than MySQL, by database, schema and table.
def kinds: {
  "property.companies": "group",
  "property.properties": "unit",
  "property.persons": "tenant",
  "property.contracts": "lease"
};

def group: "company-" + id("company_id");

def identifier($kind): if $kind == "group" then "company-" + id("id") else id("id") end;

def record($kind):
  {identifier: identifier($kind)} +
  if $kind == "group" then {external_ref: text("code")}
  elif $kind == "unit" then {
    group: group, external_ref: text("code"), unit_number: text("flat"),
    address: {
      address_line_1: text("street"), city: text("city"), postal_code: text("postcode"), country: text("country")
    }
  }
  elif $kind == "tenant" then {
    group: group, email_address: text("email"), phone_number: text("phone"),
    first_name: text("given_name"), last_name: text("family_name"), active: flag("active")
  }
  else {
    group: group, unit_id: id("property_id"), tenants: ids("person_ids"),
    start_date: day("starts_on"), end_date: day("ends_on"), move_in_date: day("moved_in_on"),
    is_furnished: flag("furnished"), minimum_days_notice: number("notice_days"),
    deposit: decimal("deposit"), rent: decimal("rent")
  }
  end;

# With schemas.enable=true, a message is in `payload`.
def unwrapped:
  parsed
  | if type != "object" then fail("the message is unknown")
    elif has("schema") and has("payload") then . else {payload: .} end;

# No line can say that all rows of a table are gone.
def emptied($offset):
  fail("all rows were deleted at once. Import all data with --prune, then write \($offset + 1) to the file `offset`");

# The rows that DROP and TRUNCATE delete have no events of their own.
def empties($kinds):
  .databaseName as $db | (.ddl // "") as $ddl
  | (.source.snapshot | . == "false" or . == false)
  and ($ddl | test("\\b(truncate|drop\\s+(table|database|schema|partition))\\b"; "i"))
  and ($kinds | keys | map(split(".") | select(.[0] == $db)[-1] | . as $table | $ddl | test("\\b\($table)\\b"; "i")) | any
    or ($ddl | test("\\bdrop\\s+(database|schema)\\b"; "i")));

def change($message; $schema; $kind):
  def row($side): .[$side] | typed([$schema.fields[]? | select(.field == $side) | .fields[]?]);
  if .op | IN("c", "u", "r") then
    if .after == null then fail("the row is missing")
    elif .op == "u" and .before != null and (row("before") | identifier($kind)) != (row("after") | identifier($kind)) then
      fail("the id of a row changes")
    else {record: (row("after") | record($kind))} end
  elif .op == "d" then
    if .before != null then {delete: (row("before") | identifier($kind))}
    elif $message.key == null then fail("a deletion has neither a row nor a key")
    else {delete: ($message.key | unwrapped | .schema.fields as $fields | .payload | typed($fields) | identifier($kind))} end
  elif .op == "t" then emptied($message.offset)
  else fail("the operation is unknown") end
  | {kind: $kind} + .;

def line:
  . as $message
  | if .payload == null then {skip: "tombstone"}
    else
      .payload | unwrapped | .schema as $schema | .payload
      | if . == null then {skip: "tombstone"}
        elif type != "object" then fail("the message is unknown")
        elif .op == "m" then {skip: "message"}
        elif has("op") then
          (.source | [.db, .schema, .table] | map(values) | join(".")) as $table
          | kinds[$table] as $kind
          | if .source | [.db, .table] | map(strings | select(. != "")) | length < 2 then fail("the table is missing")
            elif $kind == null then {skip: "another table"}
            else within($table; change($message; $schema; $kind)) end
        elif has("databaseName") and has("ddl") then
          if empties(kinds) then within("\(.databaseName)"; emptied($message.offset)) else {skip: "schema change"} end
        elif has("id") and (.status | IN("BEGIN", "END")) then {skip: "transaction"}
        elif has("aggregate_type") and has("additional_data") then {skip: "notification"}
        elif has("ts_ms") and (keys - ["ts_ms", "ts_us", "ts_ns"]) == [] then {skip: "heartbeat"}
        else fail("the message is unknown") end
    end;

# With `jq -n` and `inputs`, an error ends the program. Otherwise jq would go on with the next message.
inputs
| . as $message
| (try within("Offset \(.offset)"; line) catch error(.problem))
| {position: "\($message.offset)"} + .
