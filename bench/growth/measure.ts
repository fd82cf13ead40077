import type { Connection, RowDataPacket } from 'mysql2/promise';

import { requestBytes, Wire } from '../speed/load';
import { cpuMilliseconds } from '../speed/process-figures';
import { sum } from '../speed/statistics';
import type { Lookup } from './lookups';

const CONNECTIONS = 4;
const REQUESTS = 200;
const ROUNDS = 4;
/** V8 needs thousands of requests to settle. */
const WARM_UP_ROUNDS = 3;

/** Of a request: rows and index entries that the database server passes, statements, CPU time of gateway and of database server. */
export type Figures = readonly [rows: number, statements: number, gatewayMs: number, databaseMs: number];

export interface MeasureOptions {
  /** Each has a gateway of its own, and all have one database server. */
  readonly worlds: readonly { readonly leases: number; readonly port: number; readonly pid: number }[];
  readonly lookups: readonly Lookup[];
  readonly database: Connection;
  readonly databasePid: number;
  readonly tokenFor: (groups: readonly string[]) => Promise<string>;
  readonly onStep: (done: number, total: number) => void;
}

/** The figures of each lookup in each world. In each round the worlds take turns, so that other load affects all of them. */
export async function measureGrowth(options: MeasureOptions): Promise<Map<Lookup, Figures[]>> {
  const { worlds, lookups, database, databasePid, tokenFor, onStep } = options;
  const read = async (pid: number): Promise<Figures> => [
    ...(await counters(database)),
    cpuMilliseconds(pid),
    cpuMilliseconds(databasePid),
  ];
  // Reading the counters counts as well.
  const [first, second] = [await counters(database), await counters(database)];
  const reading: Figures = [second[0] - first[0], second[1] - first[1], 0, 0];
  const growth = new Map(lookups.map((lookup) => [lookup, worlds.map(() => NOTHING)]));
  let done = 0;
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    for (const [lookup, figures] of growth) {
      for (const [nth, { leases, port, pid }] of worlds.entries()) {
        const requests = Array.from({ length: REQUESTS }, async (_, turn) => {
          const { groups, request } = lookup.ask((round + WARM_UP_ROUNDS) * REQUESTS + turn, leases);
          return requestBytes(request, port, await tokenFor(groups));
        });
        const bytes = await Promise.all(requests);
        const before = await read(pid);
        await sendAll(port, bytes);
        const spent = plus(plus(await read(pid), before, -1), reading, -1);
        if (round >= 0) figures[nth] = plus(figures[nth] ?? NOTHING, spent, 1 / REQUESTS / ROUNDS);
        onStep((done += 1), lookups.length * worlds.length * (ROUNDS + WARM_UP_ROUNDS));
      }
    }
  }
  return growth;
}

const NOTHING: Figures = [0, 0, 0, 0];
/** The first, and the second so many times. */
const plus = (a: Figures, b: Figures, times: number) =>
  a.map((value, nth) => value + times * (b[nth] ?? NaN)) as unknown as Figures;

async function sendAll(port: number, requests: readonly Buffer[]): Promise<void> {
  const wires = await Promise.all(Array.from({ length: CONNECTIONS }, () => Wire.open(port)));
  const left = [...requests];
  const sent = wires.map(async (wire) => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) await wire.ask(next);
    wire.close();
  });
  await Promise.all(sent);
}

/** Since the server's start. An index entry that a pushed-down condition rejects counts as passed. */
async function counters(database: Connection): Promise<[rows: number, statements: number]> {
  const [found] = await database.query<RowDataPacket[]>(`show global status where
    variable_name like 'Handler\\_read\\_%' or variable_name in ('Handler_icp_attempts', 'Handler_icp_match', 'Com_select')`);
  const values = new Map(found.map(({ Variable_name: name, Value: value }) => [String(name), Number(value)]));
  const rejected = (values.get('Handler_icp_attempts') ?? 0) - (values.get('Handler_icp_match') ?? 0);
  const read = [...values].filter(([name]) => name.startsWith('Handler_read_')).map(([, value]) => value);
  return [sum(read) + rejected, values.get('Com_select') ?? 0];
}
