/** What the bench tells every peer by its environment. */
export interface PeerSettings {
  readonly port: number;
  readonly databaseUrl: string;
  /** HS256. */
  readonly secret: string;
}

export function readSettings({ PORT, DATABASE_URL, AUTH_JWT_SECRET }: NodeJS.ProcessEnv): PeerSettings {
  if (!PORT || !DATABASE_URL || !AUTH_JWT_SECRET)
    throw new Error('PORT, DATABASE_URL and AUTH_JWT_SECRET must be set.');
  return { port: Number(PORT), databaseUrl: DATABASE_URL, secret: AUTH_JWT_SECRET };
}

export const HOST = '127.0.0.1';
const PAGE_LIMIT = 100;

export const sizeOf = (first = PAGE_LIMIT): number => Math.min(first, PAGE_LIMIT);

/** A page of `size`, of rows that are one more when others follow. */
export function pageOf<Row extends { id: unknown }>(rows: Row[], size: number) {
  const nodes = rows.slice(0, size);
  const endCursor = nodes.length === 0 ? null : String(nodes.at(-1)!.id);
  return { nodes, pageInfo: { hasNextPage: rows.length > size, endCursor } };
}

/** A connection pool as large as Leasegate's own. */
export const POOL_SIZE = 10;
