/** Prisma by its driver adapter, Pothos with its Prisma and Relay plugins, GraphQL Yoga. */

import { createServer } from 'node:http';

import { createInlineSigningKeyProvider, extractFromHeader, useJWT } from '@graphql-yoga/plugin-jwt';
import SchemaBuilder from '@pothos/core';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import { PrismaMariaDb } from '@prisma/adapter-mariadb';
import { createYoga, type Plugin } from 'graphql-yoga';

import { HOST, POOL_SIZE, readSettings } from '../settings';
import { PrismaClient } from './generated/client/client';
import PrismaTypes, { getDatamodel } from './generated/pothos-types';

export interface Context {
  /** The row ids of the groups that the caller sees. */
  readonly groupIds: readonly bigint[];
}

export const createBuilder = (client: PrismaClient) =>
  new SchemaBuilder<{ PrismaTypes: PrismaTypes; Context: Context }>({
    plugins: [PrismaPlugin, RelayPlugin],
    relay: { nodesOnConnection: true },
    prisma: { client, dmmf: getDatamodel() },
  });

export type Builder = ReturnType<typeof createBuilder>;

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

interface Caller {
  readonly jwt?: { readonly payload: { readonly groups?: string[] } };
  readonly groupIds?: readonly bigint[];
}

function main(): void {
  const { port, databaseUrl, secret } = readSettings(process.env);
  const { hostname, port: databasePort, username, password, pathname } = new URL(databaseUrl);
  const adapter = new PrismaMariaDb({
    host: hostname,
    port: Number(databasePort),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: pathname.slice(1),
    connectionLimit: POOL_SIZE,
  });
  const client = new PrismaClient({ adapter });
  const builder = createBuilder(client);
  addQueries(builder, client, addTypes(builder));

  const yoga = createYoga({
    schema: builder.toSchema(),
    logging: 'warn',
    plugins: [
      useJWT({
        signingKeyProviders: [createInlineSigningKeyProvider(secret)],
        tokenLookupLocations: [extractFromHeader({ name: 'authorization', prefix: 'Bearer' })],
        tokenVerification: { algorithms: ['HS256'] },
      }),
      groupsOfCaller(client),
    ],
  });
  createServer((request, response) => void yoga(request, response)).listen(port, HOST, () => console.log('ready'));
  process.once('SIGTERM', () => process.exit(0));
}

/** Turns the groups that the token names into row ids, once per request. */
const groupsOfCaller = (client: PrismaClient): Plugin<Caller> => ({
  async onContextBuilding({ context, extendContext }) {
    const groups = context.jwt?.payload.groups ?? [];
    const rows = await client.group.findMany({
      select: { id: true },
      where: { identifierKey: { in: groups.map((identifier) => Buffer.from(identifier)) } },
    });
    extendContext({ groupIds: rows.map(({ id }) => id) });
  },
});

main();
