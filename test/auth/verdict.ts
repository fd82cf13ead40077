import { createAuthenticator } from '../../src/auth/authenticate';
import { ServiceError } from '../../src/errors';
import type { Caller } from '../../src/model/caller';
import { readSettings } from '../../src/config/settings';

/** The clock of these tests: seconds since 1970. */
export const NOW = 1_800_000_000;

/** The verdict on a token with these settings: its caller, or the `type` of the refusal. */
export function verdictWith(env: Readonly<Record<string, string>>): (token: string) => Promise<Caller | string> {
  const settings = readSettings({ DATABASE_URL: 'mysql://root@127.0.0.1/none', ...env });
  const now = () => new Date(NOW * 1000);
  const { authenticate } = createAuthenticator(settings.jwt, {
    ttlMs: 0,
    now,
    monotonicNow: () => 0,
    findOpaqueToken: async () => null,
    observer: {},
  });
  return async (token) => {
    try {
      return await authenticate(`Bearer ${token}`);
    } catch (error) {
      if (error instanceof ServiceError) return error.entry.type;
      throw error;
    }
  };
}

/** A token of parts that no honest signer would combine. */
export function crafted(header: object, payload: object | string, signature = ''): string {
  const encoded = [header, payload].map((part) =>
    Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url'),
  );
  return `${encoded.join('.')}.${signature}`;
}
