import { stripVTControlCharacters } from 'node:util';

import { type Known, NOTHING_KNOWN } from '../../cutover/conformance/samples';
import { linesOf, runConformance } from '../../cutover/conformance/run';
import type { Target } from '../../cutover/conformance/session';
import type { Service } from '../cutover/service';
import { GROUPS, type Manner, startOracleServer, TODAY, TOKENS } from './oracle-server';

/** What the lists of the oracle server do not show. */
const KNOWN: Known = {
  groups: GROUPS.map(({ identifier, external_ref }) => ({ group_id: identifier, group_external_ref: external_ref })),
  hidden: { ...NOTHING_KNOWN.hidden, tenants: ['hidden tenant'] },
};

/** Runs the kit against the oracle server. @returns `lines`, too: every request, the report and the values, each line once */
export async function runAgainst(manner: Manner, options: Partial<Target> = {}, known = KNOWN) {
  const server = await startOracleServer(manner);
  const target: Target = {
    ...{ baseUrl: server.url, tokens: TOKENS, timeoutMs: 60_000, maxPages: 200, today: TODAY },
    pause: () => Promise.resolve(),
    ...options,
  };
  const ran = await runConformance(target, known);
  const text = stripVTControlCharacters(linesOf(ran.report).join('\n')) + `\n${ran.values}`;
  const requests = requestsTo(server).map((line) => line.replace(/,"after-id":"\d+"\}$/, ', a further page}'));
  return { ...ran, lines: [...new Set([...requests, ...text.replaceAll(server.url, 'URL').split('\n')])] };
}

export const requestsTo = ({ got }: Service): string[] =>
  got.map(({ method, url, headers: { authorization: token, 'content-type': type }, body }) =>
    [method, url, token, type, body].join(' '),
  );
