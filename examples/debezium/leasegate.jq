# Converts Debezium's events to lines for `leasegate import -`. An event is read as `kcat -J` prints it, and its position is its
# offset. Adapt `record` to your tables.
#
# The connector has decimal.handling.mode=string. Its other settings are the defaults: a DATE is a number of days since 1970, a
# TINYINT(1) is 0 or 1, and a JSON column is a text.

# jq before 1.7 rounds integers above 2^53, so two ids could become one.
def exact:
  if ("9007199254740993" | fromjson | tostring) == "9007199254740993" then .
  elif [.. | numbers | fabs >= 9007199254740992] | any then
    error("An event has an integer above 2^53, which this jq rounds: use jq 1.7 or newer.")
  else . end;

def day: if . == null then null else (. * 86400 | todate)[:10] end;
def decimal: if . == null then null else tonumber end;
def flag: if . == null then null else . == 1 end;

def kind: {companies: "group", properties: "unit", persons: "tenant", contracts: "lease"}[.];

def group: "company-\(.company_id)";

def identifier($kind): if $kind == "group" then "company-\(.id)" else "\(.id)" end;

def record($kind):
  {identifier: identifier($kind)} +
  if $kind == "group" then {external_ref: .code}
  elif $kind == "unit" then {
    group: group, external_ref: .code, unit_number: .flat,
    address: {address_line_1: .street, city: .city, postal_code: .postcode, country: .country}
  }
  elif $kind == "tenant" then {
    group: group, email_address: .email, phone_number: .phone,
    first_name: .given_name, last_name: .family_name, active: (.active | flag)
  }
  else {
    group: group, unit_id: "\(.property_id)", tenants: (.person_ids | fromjson | exact | map(tostring)),
    start_date: (.starts_on | day), end_date: (.ends_on | day), move_in_date: (.moved_in_on | day),
    is_furnished: (.furnished | flag), minimum_days_notice: .notice_days,
    deposit: (.deposit | decimal), rent: (.rent | decimal)
  }
  end;

# With `jq -n` and `inputs`, an error ends the program. Otherwise jq would go on with the next event.
inputs
| . as {$offset, payload: $text}
# A message without a payload follows each deletion.
| select($text != null)
| ($text | fromjson)
# With schemas.enable=true the event is in `payload`.
| (.payload? // .) as $event
| ($event | [.before, .after] | exact) as $checked
| ($event.source.table | kind) as $kind
| select($kind != null)
| {kind: $kind, position: "\($offset)"} +
  if ["c", "u", "r"] | index($event.op) then {record: ($event.after | record($kind))}
  elif $event.op == "d" then {delete: ($event.before | identifier($kind))}
  else error("An event \($event.op) of \($event.source.table) is not handled.")
  end
