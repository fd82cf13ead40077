/** The target of the cases: our own gateway, whose clock stands at 2026-03-15. */

import { databaseFrom } from '../openapi/example-world';
import { startTestGateway } from '../support/gateway';
import type { Target } from './runner';
import { signTokens } from './tokens';
import { readWorld, WORLD_FOLDER } from './world';

const NOW = new Date('2026-03-15T12:00:00Z');

export async function openTarget(): Promise<Target & { close(): Promise<void> }> {
  const database = await databaseFrom(WORLD_FOLDER);
  // Without the sealed group, which callers of all groups would receive. Every answer is compared as a whole.
  const gateway = await startTestGateway({ databaseUrl: database.url, now: () => NOW, sealed: false });
  return {
    baseUrl: gateway.url,
    tokens: await signTokens(NOW),
    world: readWorld(),
    async close() {
      await gateway.close();
      await database.drop();
    },
  };
}
