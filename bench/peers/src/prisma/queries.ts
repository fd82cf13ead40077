import type { Builder } from './builder';
import type { PrismaClient } from './generated/client/client';
import type { addTypes } from './types';

export function addQueries(
  builder: Builder,
  client: PrismaClient,
  { Lease, Tenant }: ReturnType<typeof addTypes>,
): void {
  const TenantMatch = builder.inputType('TenantMatch', {
    fields: (t) => ({ identifier: t.string(), emailAddress: t.string() }),
  });
  const LeaseMatch = builder.inputType('LeaseMatch', { fields: (t) => ({ minMoveInDate: t.string() }) });

  builder.queryType({
    fields: (t) => ({
      leasesForTenant: t.prismaConnection({
        type: Lease,
        cursor: 'id',
        args: { tenant: t.arg({ type: TenantMatch, required: true }) },
        resolve: (query, _root, { tenant: { identifier, emailAddress } }, { groupIds }) =>
          client.lease.findMany({
            ...query,
            where: {
              tenants: {
                some: {
                  tenant: {
                    groupId: { in: [...groupIds] },
                    ...(identifier != null && { identifierKey: Buffer.from(identifier) }),
                    ...(emailAddress != null && { emailKey: emailAddress.trim().toLowerCase() }),
                  },
                },
              },
            },
            orderBy: { id: 'asc' },
          }),
      }),
      tenantsByLease: t.prismaConnection({
        type: Tenant,
        cursor: 'id',
        args: { lease: t.arg({ type: LeaseMatch }) },
        resolve: (query, _root, { lease }, { groupIds }) => {
          const since = lease?.minMoveInDate;
          return client.tenant.findMany({
            ...query,
            where: {
              groupId: { in: [...groupIds] },
              leases: { some: since == null ? {} : { moveInDay: { gte: new Date(since) } } },
            },
            orderBy: { id: 'asc' },
          });
        },
      }),
    }),
  });
}
