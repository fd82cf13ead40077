// By Relay, whose store joins the pages: every lease of the tenants with an e-mail address, every tenant that the token may see,
// and the first of each again, by its id, the tenant with all of its leases:
// npm install --no-save relay-compiler relay-runtime
// (cd examples/relay && npx relay-compiler)
// LEASEGATE_TOKEN=… node examples/relay/records.mjs http://127.0.0.1:4000/graphql ada@example.com

import relay from 'relay-runtime';

import lease from './__generated__/componentsLease.graphql.js';
import leaseRefetch from './__generated__/componentsLeaseRefetch.graphql.js';
import leases from './__generated__/componentsLeases.graphql.js';
import leasesPage from './__generated__/componentsLeasesPage.graphql.js';
import leasesQuery from './__generated__/componentsLeasesQuery.graphql.js';
import tenant from './__generated__/componentsTenant.graphql.js';
import tenantRefetch from './__generated__/componentsTenantRefetch.graphql.js';
import tenants from './__generated__/componentsTenants.graphql.js';
import tenantsPage from './__generated__/componentsTenantsPage.graphql.js';
import tenantsQuery from './__generated__/componentsTenantsQuery.graphql.js';

const { createOperationDescriptor, Environment, fetchQuery, getSelector, Network, RecordSource, Store } = relay;

const [url, emailAddress] = process.argv.slice(2);
const headers = { Authorization: `Bearer ${process.env.LEASEGATE_TOKEN}`, 'Content-Type': 'application/json' };

const environment = new Environment({
  network: Network.create(async ({ text }, variables) => {
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ query: text, variables }) });
    return response.json();
  }),
  store: new Store(new RecordSource()),
});

/** What the store holds of a fragment where `place` spreads it. */
const read = (fragment, place) => environment.lookup(getSelector(fragment, place)).data;

/** Sends a query and keeps its records. @returns what reads its root, as often as it is called */
async function ask(query, variables) {
  const operation = createOperationDescriptor(query, variables);
  environment.retain(operation);
  await fetchQuery(environment, query, variables).toPromise();
  return () => environment.lookup(operation.fragment).data;
}

/** What usePaginationFragment does until there is no next page. @param connection reads it from the store */
async function allOf(connection, page, variables) {
  while (connection().pageInfo.hasNextPage) await ask(page, { ...variables, cursor: connection().pageInfo.endCursor });
  return connection().edges.map(({ node }) => node);
}

const whose = { tenant: { emailAddress } };
const leasesRoot = await ask(leasesQuery, whose);
const leaseNodes = await allOf(() => read(leases, leasesRoot()).leasesForTenant, leasesPage, whose);
for (const node of leaseNodes) console.log('lease', read(lease, node).identifier);

const tenantsRoot = await ask(tenantsQuery, {});
const tenantNodes = await allOf(() => read(tenants, tenantsRoot()).tenantsByLease, tenantsPage, {});
for (const node of tenantNodes) console.log('tenant', read(tenant, node).identifier);

const again = await ask(leaseRefetch, { id: leaseNodes[0].__id });
console.log('again', read(lease, again().node).identifier);

const whom = { id: tenantNodes[0].__id, count: 10 };
const tenantRoot = await ask(tenantRefetch, whom);
const own = await allOf(() => read(tenant, tenantRoot().node).leases, tenantRefetch, whom);
for (const { identifier } of own) console.log('own', identifier);
