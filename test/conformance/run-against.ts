import { type Known, NOTHING_KNOWN } from '../../cutover/conformance/samples';
import { runConformance } from '../../cutover/conformance/run';
import type { Target } from '../../cutover/conformance/session';
import type { Deviation } from './deviations';
import { type Habits, USUAL } from './habits';
import { SMALL_TOKENS, startSmallServer } from './small-server';
import { GROUPS, TODAY } from './small-world';

/** What the lists of the small server do not show. */
export const KNOWN = {
  ...NOTHING_KNOWN,
  groups: GROUPS.map(({ id, ref }) => ({ group_id: id, group_external_ref: ref })),
};

/** Runs the kit against the small server. */
export async function runAgainst(
  deviation?: Deviation,
  habits: Habits = USUAL,
  options: Partial<Target> = {},
  known: Known = KNOWN,
) {
  const server = await startSmallServer(deviation, habits);
  try {
    const target: Target = {
      baseUrl: server.url,
      tokens: SMALL_TOKENS,
      timeoutMs: 60_000,
      today: TODAY,
      pause: () => Promise.resolve(),
      ...options,
    };
    return await runConformance(target, known);
  } finally {
    await server.close();
  }
}
