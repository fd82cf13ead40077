/** The building blocks of requests: words of the grammars, and texts that a program may scan slowly. */

/** The building blocks of long texts. */
export const PIECES: readonly string[] = [
  ...[' ', '\t', '\n', '\r', '\r\n', '\u2028', '\u00a0', '\ufeff', '\u3000', '\u0085'],
  ...['a', 'A', '0', '9', '-', '_', '.', ',', ';', ':', '=', '"', "'", '\\', '/', '?', '#', '&', '%', '+', '*', '@'],
  ...['(', ')', '[', ']', '{', '}', '<', '>', '!', '|', '$', '~', '^', '`'],
  ...['é', 'ß', 'İ', 'ﬃ', '€', '😀', '\u0301', '\u0345', '\u200d', 'ᾳ', '한', '\ud800', '\u0000', '\u007f'],
  ...['ab', '\\"', '\\u0041', '\\u{41}', '""', '"""', ' \n', ',\n', '\n#', '# ', '...', '%20', '%2525', '%C3%A9', '%'],
  ...['Did you mean ', 'Did you mean "a"?', 'got invalid value', 'Cannot query field', 'a/b,', 'q=0.1,', ';q=', 'a=b;'],
  ...['1e', '0.', '00', '-1', '1e309', '0.1', '999999999999999999', '@example.org', 'a@', '+44 ', '*/*,', 'W/"a",'],
];

export const NAMES: readonly string[] = [
  ...['tenantsByLease', 'leasesForTenant', 'node', 'nodes', 'viewer', '__typename', '__schema', '__type', 'edges'],
  ...['pageInfo', 'totalCount', 'leases', 'tenants', 'group', 'groups', 'address', 'identifier', 'id', 'cursor'],
  ...['first', 'last', 'after', 'before', 'active', 'activeOn', 'tenant', 'lease', 'ids', 'types', 'fields', 'args'],
  ...['ofType', 'type', 'inputFields', 'directives', 'name', 'kind', 'x', 'Query', 'Tenant', 'Lease', 'Node'],
  ...['TenantMatch', 'LeaseMatch', 'GroupRef', 'LocalDate', 'Int', 'ID', 'String', 'LeaseConnection'],
];

export const WORDS: readonly string[] = [
  ...['{', '}', '(', ')', '[', ']', ':', '=', '!', '|', '&', '$', '@', '...', ',', '\n', '\r', ' '],
  ...['query', 'mutation', 'subscription', 'fragment', 'on', 'schema', 'type', 'extend', 'true', 'null', '0', '100'],
  ...[
    '"',
    '"""',
    '#',
    '@skip(if:true)',
    '@include(if:$x)',
    '@x',
    '$x',
    '$x:Int',
    '...F',
    '... on Query',
    'a:',
    '1e999',
  ],
  ...['first:100', 'first:20', 'leases(first:100)', 'fragment F on Query', '__schema{types{fields{type{name}}}}'],
];

export const HEADER_NAMES: readonly string[] = [
  ...['Accept', 'Accept-Encoding', 'Accept-Language', 'Accept-Charset', 'Content-Type', 'Content-Encoding', 'Cookie'],
  ...['Authorization', 'traceparent', 'tracestate', 'baggage', 'X-Request-Id', 'Origin', 'Referer', 'If-None-Match'],
  ...['If-Modified-Since', 'Range', 'Forwarded', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'Expect'],
  ...['Apollo-Require-Preflight', 'X-Apollo-Operation-Name', 'Sec-Fetch-Site', 'Sec-Fetch-Dest', 'Via', 'Connection'],
  ...['Access-Control-Request-Method', 'Access-Control-Request-Headers', 'Keep-Alive', 'TE', 'Trailer', 'Upgrade'],
  ...['User-Agent', 'Host', 'x'],
];

export const HEADER_VALUES: readonly string[] = [
  ...['application/json', 'application/json; charset=utf-8', 'application/graphql-response+json', 'text/html', '*/*'],
  ...[
    'text/html;q=0.9, application/json;q=0.8',
    'multipart/form-data; boundary=x',
    'gzip, br;q=0.5',
    'identity',
    'Bearer ',
  ],
  ...['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', 'https://example.org', 'same-origin', 'cross-site'],
  ...['W/"x"', '"x"', 'bytes=0-1', 'a=b; c=d', 'close', 'upgrade', '100-continue', '1'],
];

export const TARGETS: readonly string[] = [
  ...['/graphql', '/leases/find-for-tenant/', '/leases/tenants/', '/openapi.json', '/schema.graphql', '/status'],
  ...['/assets/x/y', '/', '/reference', '/nothing', '*', 'http://x/graphql', '//', '/graphql/', '/graphql?'],
];

export const QUERY_NAMES: readonly string[] = ['query', 'variables', 'operationName', 'extensions', 'documentId', 'x'];

/** The field names of the lookups over REST. */
export const FIELDS: readonly string[] = [
  ...['identifier', 'external_ref', 'email_address', 'phone_number', 'group_id', 'group_external_ref', 'active'],
  ...['active_on', 'after-id', 'min_move_in_date', 'max_move_in_date', 'address', 'building_name', 'city', 'latitude'],
  ...['longitude', 'address_line_1', 'address_line_2', 'country', 'state', 'postal_code', '__proto__', 'x'],
];
