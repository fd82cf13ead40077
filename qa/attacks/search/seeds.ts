/** The first requests of the search: typical lookups, and one request of every other kind. */

import { getIntrospectionQuery } from 'graphql';

import { LEASES_PAGE, TENANTS_PAGE } from '../../faults/rig/documents';
import { type AttackRequest, get, graphql, post } from '../rig/request';
import * as rows from '../rows/requests';

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const FORGED = `${base64url({ alg: 'HS256', kid: 'x' })}.${base64url({ sub: 'x', exp: 4e9, groups: '*' })}.${'A'.repeat(43)}`;

const VARIABLES =
  'query($t:TenantMatch!,$l:LeaseMatch,$i:[ID!]!,$n:Int,$d:LocalDate,$b:Boolean!){leasesForTenant(tenant:$t,first:$n,activeOn:$d,active:$b){totalCount}tenantsByLease(lease:$l){totalCount}nodes(ids:$i){id}}';

const NESTED =
  '{tenantsByLease(lease:{group:{identifier:"shared"}}){nodes{identifier leases(first:20){nodes{identifier tenants{identifier firstName}}}}}}';

export const SEEDS: readonly AttackRequest[] = [
  ...[...rows.manyOperations, rows.manyLines, rows.longSuggestion, rows.unknownKeys, rows.objectsForIds],
  ...[...rows.cyclicFragments, rows.brokenEscape, ...rows.paddedMediaTypes, rows.sharedLeases, rows.largestAnswer],
  graphql(LEASES_PAGE, { variables: { tenant: { identifier: 'shared-1' } } }),
  graphql(LEASES_PAGE, { variables: { tenant: { emailAddress: 'shared@example.com' } } }),
  graphql(TENANTS_PAGE, { variables: { lease: { address: { city: 'Köln', latitude: 50.9413 } } } }),
  graphql(TENANTS_PAGE, { variables: { lease: { group: { identifier: 'shared' } } } }),
  graphql(getIntrospectionQuery()),
  graphql(getIntrospectionQuery({ descriptions: false, inputValueDeprecation: true })),
  graphql('{__schema{types{fields{args{type{fields{args{type{name}}}}}}}}}'),
  graphql('{__type(name:"Tenant"){fields{name type{ofType{fields{name}}}}}}'),
  graphql('{viewer{subject allGroups groups(first:100){totalCount nodes{identifier externalRef}}}}'),
  graphql('{nodes(ids:["x","y"]){id __typename ...on Tenant{leases{totalCount}}}}'),
  graphql(NESTED),
  graphql(VARIABLES, {
    variables: { t: { phoneNumber: '+44 20' }, l: { identifier: 'x' }, i: ['x'], n: 5, d: '2020-01-01', b: true },
  }),
  graphql('query A($x:Boolean!){...F @include(if:$x)}fragment F on Query{...G}fragment G on Query{viewer{subject}}'),
  graphql('{a:viewer{x:subject}a:viewer{x:tokenExpiresAt}}'),
  graphql('{tenantsByLease(lease:{address:{city:"""\n  block\n    text\n"""}}){nodes{identifer}}}'),
  graphql('mutation{x}'),
  graphql('{viewer{subject}', { coding: 'identity' }),
  post('/leases/find-for-tenant/', JSON.stringify({ identifier: 'shared-1', active: true })),
  post('/leases/find-for-tenant/', JSON.stringify({ email_address: 'Shared@example.com', 'after-id': '1' })),
  post('/leases/find-for-tenant/', JSON.stringify({ phone_number: '+49 221-1' })),
  post('/leases/tenants/', JSON.stringify({ identifier: 'crowded-1' })),
  post('/leases/tenants/', JSON.stringify({ address: { city: 'Köln', latitude: 50.9413, longitude: 6.9383 } })),
  post('/leases/tenants/', JSON.stringify({ min_move_in_date: '2020-01-01', group_id: 'shared' })),
  get(`/graphql?query=${encodeURIComponent('{viewer{subject}}')}&variables=${encodeURIComponent('{"x":[1]}')}`),
  get('/graphql?documentId=sha256:00&extensions={"persistedQuery":{"version":1,"sha256Hash":"00"}}'),
  get('/graphql', { headers: [['Accept', 'text/html;q=0.9, application/json;q=0.8, */*;q=0.1']] }),
  get('/openapi.json', { headers: [['If-None-Match', 'W/"a", "b"']] }),
  ...['/schema.graphql', '/status', '/', '/reference', '/assets/a/b', '/nothing', '/leases/tenants/'].map((path) =>
    get(path, { headers: [['Accept', '*/*']] }),
  ),
  graphql('{viewer{subject}}', { headers: [['Content-Type', 'application/json; charset="utf-8"']] }),
  graphql('{viewer{subject}}', {
    headers: [
      ['Content-Type', 'application/json'],
      ['Authorization', `Bearer ${FORGED}`],
    ],
  }),
  get('/', { method: 'OPTIONS', headers: [['Origin', 'https://example.org']] }),
];
