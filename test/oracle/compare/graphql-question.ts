import type { Operation } from '../answer';
import { type Body, readBody } from '../fields';
import { isActiveOn, leasesOf, matchingLeases, matchingTenants } from '../matching';
import { leaseQuestion, tenantQuestion } from '../questions';
import { graphqlLease, graphqlTenant } from '../records';
import { invalidRequest, Refusal } from '../refusal';
import type { LeaseRow, TenantRow, World } from '../world';
import { LEASES_FOR_TENANT, TENANTS_BY_LEASE } from './documents';
import { graphqlVariables } from './variables';

type Listed = (LeaseRow | TenantRow) & { readonly render: () => object };

/** A request in GraphQL terms, and the whole list that answers it. */
export interface GraphqlQuestion {
  readonly typename: 'Lease' | 'Tenant';
  readonly query: string;
  readonly variables: object;
  /** @throws {Refusal} */
  listing(world: World): Listed[];
}

/**
 * The GraphQL request for a REST body; undefined if GraphQL cannot express it. `activeOn` beside
 * `active` is refused (decision 13).
 */
export function graphqlQuestion(
  operation: Operation,
  text: string,
  activeOn: string | undefined,
  today: string,
): GraphqlQuestion | undefined {
  const variables = graphqlVariables(operation, text);
  if (variables === undefined) return undefined;
  const question = (): Body => {
    const { 'after-id': cursor, ...body } = readBody(text);
    return variables.after === undefined ? body : { ...body, 'after-id': cursor };
  };
  if (operation === 'tenants') {
    return {
      typename: 'Tenant',
      query: TENANTS_BY_LEASE,
      variables,
      listing: (world) =>
        matchingTenants(
          world,
          readAsGraphql(variables.lease, () => leaseQuestion(question())),
        ).map((tenant) => ({ ...tenant, render: () => graphqlTenant(world, tenant) })),
    };
  }
  return {
    typename: 'Lease',
    query: LEASES_FOR_TENANT,
    variables: { ...variables, activeOn },
    listing: (world) => {
      if (variables.active === true && activeOn !== undefined) throw invalidRequest();
      const read = readAsGraphql(variables.tenant, () => tenantQuestion(question()));
      return matchingLeases(world, read, activeOn ?? (read.active ? today : undefined)).map((lease) => ({
        ...lease,
        render: () => graphqlLease(world, lease),
      }));
    },
  };
}

/**
 * The differences between the transports: `@oneOf` refuses both group identifiers, as `invalid_request` (contract row 5), and an
 * external reference without a group (row 6) has a type of its own.
 */
function readAsGraphql<Question>(input: unknown, read: () => Question): Question {
  const { group } = input as { group?: object };
  if (Object.keys(group ?? {}).length > 1) throw invalidRequest();
  try {
    return read();
  } catch (error) {
    const isRow6 = error instanceof Refusal && error.type === 'both_group_identifiers_provided';
    throw isRow6 ? new Refusal(400, 'missing_group') : error;
  }
}

/** `Tenant.leases`. */
export const leasesOfTenant = (world: World, tenant: TenantRow, activeOn: string | undefined): LeaseRow[] =>
  leasesOf(world, [tenant]).filter((lease) => activeOn === undefined || isActiveOn(lease, activeOn));
