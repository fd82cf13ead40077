import type { TenantCriteria } from '../../src/model/criteria';
import { type CallerName, CALLERS, groupIdentifier, groupNumbers, someoneSeenBy } from './callers';
import { email, externalRef, FIRST_YEAR, phone, type WorldSize } from './facts';
import type { TenantShape } from './shapes';

const FIELDS = ['identifier', 'externalRef', 'emailAddress', 'phoneNumber'] as const;
type Field = (typeof FIELDS)[number];

/** The fifteen ways to identify a tenant. */
const SUBSETS: readonly (readonly Field[])[] = Array.from({ length: 15 }, (_, bits) =>
  FIELDS.filter((_field, nth) => (bits + 1) & (1 << nth)),
);

/** Days on which a fifth of the leases, hardly any and none are active. */
const ACTIVE: Readonly<Record<string, string | undefined>> = {
  'active or not': undefined,
  'active, many': `${FIRST_YEAR + 7}-06-15`,
  'active, few': `${FIRST_YEAR + 12}-11-15`,
  'active, none': `${FIRST_YEAR + 20}-01-01`,
};

const IN_DOUBT = ['active or not', 'active, many'];
/** The tenant whom an identifier names is seen by these. */
const SEES_THIRD: readonly CallerName[] = ['the third', '500 groups', 'all'];

/** Leases of tenants: one who shares nothing, and values that 5 % or 0.8 % of the tenants carry. */
export function tenantShapes(size: WorldSize): TenantShape[] {
  const days = Object.keys(ACTIVE);
  return [
    ...SUBSETS.flatMap((subset, nth) =>
      (['a small group', 'the third', 'all'] as const).map((caller, turn) =>
        ask(caller, 'own', subset, IN_DOUBT[(nth + turn) % 2]!, size),
      ),
    ),
    ...SUBSETS.flatMap((subset, nth) =>
      days.flatMap((active, turn) =>
        callersFor(subset, nth + turn).map((caller) => ask(caller, 'many', subset, active, size)),
      ),
    ),
    ...[['emailAddress'], ['phoneNumber'], ['emailAddress', 'phoneNumber']].flatMap((subset) =>
      days.flatMap((active) =>
        (['all', 'the third'] as const).map((caller) => ask(caller, 'some', subset as Field[], active, size)),
      ),
    ),
  ];
}

/** An e-mail address alone is tried with every caller, the rest with some in turn. */
function callersFor(subset: readonly Field[], turn: number): readonly CallerName[] {
  if (subset.includes('identifier')) return [SEES_THIRD[turn % SEES_THIRD.length]!];
  if (subset.join() === 'emailAddress') return CALLERS;
  return ['all', CALLERS[turn % (CALLERS.length - 1)]!];
}

/** @param who carries the values: the landlord besides `many` */
function ask(
  caller: CallerName,
  who: 'own' | 'many' | 'some',
  subset: readonly Field[],
  active: string,
  size: WorldSize,
): TenantShape {
  const number = who === 'own' ? someoneSeenBy(caller, size) : 0;
  const carrier = who === 'own' ? number : who;
  const values: Record<Field, string> = {
    identifier: `tenant-${number}`,
    externalRef: externalRef(carrier),
    emailAddress: email(carrier),
    phoneNumber: phone(carrier),
  };
  const [group = 0] = groupNumbers(caller, size) ?? [];
  const question: TenantCriteria = {
    ...Object.fromEntries(subset.map((field) => [field, values[field]])),
    ...(subset.includes('externalRef') && { group: { by: 'identifier', value: groupIdentifier(group) } }),
    activeOn: ACTIVE[active],
  };
  const name = ['leases', caller, `${who}: ${subset.join(' + ')}`, active].join(' · ');
  return { find: 'leases', name, caller, question };
}
