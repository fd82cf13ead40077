import { type Known, NOTHING_KNOWN } from '../../cutover/conformance/samples';
import { runConformance } from '../../cutover/conformance/run';
import type { Target } from '../../cutover/conformance/session';
import { GROUPS, type Manner, startOracleServer, TODAY, TOKENS } from './oracle-server';

/** What the lists of the oracle server do not show. */
const KNOWN: Known = {
  ...NOTHING_KNOWN,
  groups: GROUPS.map(({ identifier, external_ref }) => ({ group_id: identifier, group_external_ref: external_ref })),
};

/** Runs the kit against the oracle server. */
export async function runAgainst(manner: Manner, options: Partial<Target> = {}, known = KNOWN) {
  const server = await startOracleServer(manner);
  const target: Target = {
    ...{ baseUrl: server.url, tokens: TOKENS, timeoutMs: 60_000, today: TODAY },
    pause: () => Promise.resolve(),
    ...options,
  };
  return runConformance(target, known);
}
