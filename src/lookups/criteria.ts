/** Builds valid criteria from the fields of a request: the rules that span fields (contract 4.1 and 4.2). */

import { type ErrorReason, ServiceError } from '../errors';
import {
  type AddressCriteria,
  type GroupRef,
  type LeaseCriteria,
  TENANT_FILTERS,
  type TenantCriteria,
  type TenantFilter,
} from '../model/criteria';

interface GroupFields {
  readonly groupIdentifier?: string | undefined;
  readonly groupExternalRef?: string | undefined;
}

/** The fields of a request that become criteria. */
export type TenantFields = Omit<TenantCriteria, 'group'> & GroupFields;
export type LeaseFields = Omit<LeaseCriteria, 'group'> & GroupFields;

const IDENTIFICATIONS = Object.keys(TENANT_FILTERS) as TenantFilter[];

/**
 * @param withoutGroup the error of an external reference without a group
 * @throws {ServiceError} contract 4.1 rules 3, 2 and 1, in this order (decision 9)
 */
export function tenantCriteria(
  { groupIdentifier, groupExternalRef, ...criteria }: TenantFields,
  withoutGroup: ErrorReason,
): TenantCriteria {
  const group = groupRef({ groupIdentifier, groupExternalRef });
  if (criteria.externalRef !== undefined && group === undefined) throw new ServiceError(withoutGroup);
  if (IDENTIFICATIONS.every((name) => criteria[name] === undefined)) throw new ServiceError('noTenantInformation');
  return { ...criteria, group };
}

/** @throws {ServiceError} contract 4.2 rule 1 */
export function leaseCriteria({ groupIdentifier, groupExternalRef, address, ...criteria }: LeaseFields): LeaseCriteria {
  const group = groupRef({ groupIdentifier, groupExternalRef });
  return { ...criteria, group, address: condition(address) };
}

function groupRef({ groupIdentifier, groupExternalRef }: GroupFields): GroupRef | undefined {
  if (groupIdentifier !== undefined && groupExternalRef !== undefined) throw new ServiceError('bothGroupIdentifiers');
  if (groupIdentifier !== undefined) return { by: 'identifier', value: groupIdentifier };
  if (groupExternalRef !== undefined) return { by: 'externalRef', value: groupExternalRef };
  return undefined;
}

/** An address without a value is no condition (decision 21). */
function condition(address: AddressCriteria | undefined): AddressCriteria | undefined {
  const given = Object.values(address ?? {}).some((part) => part !== undefined);
  return given ? address : undefined;
}
