import type { Builder } from './builder';

const day = (date: Date | null): string | null => date?.toISOString().slice(0, 10) ?? null;

/** The object types; relations are what Pothos reads into the one Prisma query of a field. */
export function addTypes(builder: Builder) {
  // What is not asked for is not read.
  const select = { id: true } as const;

  const Group = builder.prismaObject('Group', {
    select,
    fields: (t) => ({ identifier: t.exposeString('identifier') }),
  });

  const Address = builder.prismaObject('Unit', {
    variant: 'Address',
    select,
    fields: (t) => ({
      buildingName: t.exposeString('buildingName', { nullable: true }),
      addressLine1: t.exposeString('addressLine1', { nullable: true }),
      addressLine2: t.exposeString('addressLine2', { nullable: true }),
      city: t.exposeString('city', { nullable: true }),
      country: t.exposeString('country', { nullable: true }),
      state: t.exposeString('state', { nullable: true }),
      postalCode: t.exposeString('postalCode', { nullable: true }),
      latitude: t.float({
        nullable: true,
        select: { latitude: true },
        resolve: ({ latitude }) => latitude?.toNumber() ?? null,
      }),
      longitude: t.float({
        nullable: true,
        select: { longitude: true },
        resolve: ({ longitude }) => longitude?.toNumber() ?? null,
      }),
    }),
  });

  const Tenant = builder.prismaObject('Tenant', {
    select,
    fields: (t) => ({
      identifier: t.exposeString('identifier'),
      externalRef: t.exposeString('externalRef', { nullable: true }),
      emailAddress: t.exposeString('emailAddress', { nullable: true }),
      phoneNumber: t.exposeString('phoneNumber', { nullable: true }),
      firstName: t.exposeString('firstName', { nullable: true }),
      lastName: t.exposeString('lastName', { nullable: true }),
      active: t.exposeBoolean('active'),
      group: t.relation('group', { type: Group }),
    }),
  });

  const Lease = builder.prismaObject('Lease', {
    select,
    fields: (t) => ({
      identifier: t.exposeString('identifier'),
      startDate: t.string({ nullable: true, select: { startDate: true }, resolve: (lease) => day(lease.startDate) }),
      endDate: t.string({ nullable: true, select: { endDate: true }, resolve: (lease) => day(lease.endDate) }),
      moveInDate: t.string({ nullable: true, select: { moveInDate: true }, resolve: (lease) => day(lease.moveInDate) }),
      isFurnished: t.exposeBoolean('isFurnished', { nullable: true }),
      minimumDaysNotice: t.exposeInt('minimumDaysNotice', { nullable: true }),
      deposit: t.float({
        nullable: true,
        select: { deposit: true },
        resolve: ({ deposit }) => deposit?.toNumber() ?? null,
      }),
      rent: t.float({ nullable: true, select: { rent: true }, resolve: ({ rent }) => rent?.toNumber() ?? null }),
      unitId: t.string({
        nullable: true,
        select: { unit: { select: { identifier: true } } },
        resolve: ({ unit }) => unit?.identifier ?? null,
      }),
      unitExternalRef: t.string({
        nullable: true,
        select: { unit: { select: { externalRef: true } } },
        resolve: ({ unit }) => unit?.externalRef ?? null,
      }),
      unitNumber: t.string({
        nullable: true,
        select: { unit: { select: { unitNumber: true } } },
        resolve: ({ unit }) => unit?.unitNumber ?? null,
      }),
      address: t.relation('unit', { type: Address, nullable: true }),
      tenants: t.field({
        type: [Tenant],
        select: (_args, _context, nestedSelection) => ({
          tenants: { select: { tenant: nestedSelection({ select: { id: true } }) } },
        }),
        resolve: ({ tenants }) => tenants.map(({ tenant }) => tenant),
      }),
    }),
  });
  return { Lease, Tenant };
}
