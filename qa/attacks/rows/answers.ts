/** Row g: documents that bypass page sizes and request far more records than these allow. */

import { type AttackRequest, graphql } from '../rig/request';
import { CROWDED_LEASE } from '../rig/shared-leases';

const TENANT = 'id identifier externalRef emailAddress phoneNumber firstName lastName active group{id identifier}';

const asked = (argumentsOf: string, leases: number): AttackRequest =>
  graphql(`{tenantsByLease(${argumentsOf}){nodes{leases(first:${leases}){nodes{id tenants{${TENANT}}}}}}}`, {
    token: true,
  });

/** 100 tenants with 20 leases each, which have 100 tenants each: 200,000 records. */
export const sharedLeases = asked('lease:{group:{identifier:"shared"}}', 20);
/** 20 tenants with one lease, which has 1,500 tenants: 30,000 records. */
export const crowdedLease = asked(`first:20,lease:{identifier:"${CROWDED_LEASE}"}`, 1);
/** 97 tenants with two leases each, which have 100 tenants each: 19,691 records. */
export const largestAnswer = asked('first:97,lease:{group:{identifier:"shared"}}', 2);
