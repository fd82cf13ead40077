import SchemaBuilder from '@pothos/core';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';

import type { PrismaClient } from './generated/client/client';
import type PrismaTypes from './generated/pothos-types';
import { getDatamodel } from './generated/pothos-types';

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
