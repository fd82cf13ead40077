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
export const PAGE_LIMIT = 100;

/** A connection pool as large as Leasegate's own. */
export const POOL_SIZE = 10;
