import type { Case } from './cases';
import { atFullSpeed } from './load';
import { cpuMilliseconds } from './process-figures';
import type { ServerName } from './servers';
import { type Contestant, type Stand, type StandOptions, withStand } from './stand';
import { median } from './statistics';

/** The number of connections at full speed. */
export const CONNECTIONS = 8;
/** V8 needs thousands of requests to settle. The time limits the warm-up of a slow server. */
const WARM_UP = { requests: 4_000, ms: 2_500 };
const ROUND_MS = 800;

export interface RoundFigure {
  readonly server: ServerName;
  readonly one: Case;
  readonly round: number;
  /** User and system time of the server, milliseconds per request. */
  readonly cpuMs: number;
  /** The same of its database server. NaN if that is not known. */
  readonly databaseMs: number;
  readonly perSecond: number;
}

export interface RoundOptions {
  readonly rounds: number;
  /** The duration of a round for one server in milliseconds. */
  readonly roundMs?: number;
  readonly now: () => number;
  readonly onStep?: (done: number, total: number) => void;
}

/** Warms up every server, then measures each case on each server in each round. */
export async function measureRounds(
  stand: Stand,
  { rounds, roundMs = ROUND_MS, now, onStep }: RoundOptions,
): Promise<RoundFigure[]> {
  const turns = turnsOf(stand);
  const total = turns.length * (rounds + 1);
  let done = 0;
  const sprint = async ({ contestant, one }: Turn, forMs: number, enough?: number) => {
    const target = { port: contestant.port, request: contestant.requestBytes(one), connections: CONNECTIONS, now };
    const { pid, databasePid } = contestant;
    const database = () => (databasePid === undefined ? NaN : cpuMilliseconds(databasePid));
    const before = { own: cpuMilliseconds(pid), database: database() };
    const { requests, milliseconds } = await atFullSpeed(target, forMs, enough);
    const cpuMs = (cpuMilliseconds(pid) - before.own) / requests;
    const databaseMs = (database() - before.database) / requests;
    onStep?.((done += 1), total);
    return { cpuMs, databaseMs, perSecond: (requests * 1000) / milliseconds };
  };
  for (const turn of turns) await sprint(turn, WARM_UP.ms, WARM_UP.requests);
  const figures: RoundFigure[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const turn of turns) {
      const figure = await sprint(turn, roundMs);
      figures.push({ server: turn.contestant.name, one: turn.one, round, ...figure });
    }
  }
  return figures;
}

interface Turn {
  readonly contestant: Contestant;
  readonly one: Case;
}

/** The servers of a case run one right after the other, so that other load affects all of them. */
function turnsOf({ contestants, bytes }: Stand): Turn[] {
  return [...bytes.keys()].flatMap((one) =>
    contestants.filter(({ cases }) => cases.includes(one)).map((contestant) => ({ contestant, one })),
  );
}

export interface CpuRatio {
  readonly server: ServerName;
  readonly one: Case;
  /** The median over the rounds, milliseconds per request. */
  readonly cpuMs: number;
  /** The median of the ratios to the floor in the same round. */
  readonly ratio: number;
  /** The median over the rounds, milliseconds per request of the database server. */
  readonly databaseMs: number;
  readonly perSecond: number;
}

/** The floor must be among the servers. */
export function ratiosOf(figures: readonly RoundFigure[]): CpuRatio[] {
  const firstRound = figures.filter(({ round }) => round === 0);
  return firstRound.map(({ server, one }) => {
    const of = (name: ServerName) => figures.filter((figure) => figure.server === name && figure.one === one);
    const [own, floor] = [of(server), of('floor')];
    return {
      server,
      one,
      cpuMs: median(own.map(({ cpuMs }) => cpuMs)),
      ratio: median(own.map(({ cpuMs }, round) => cpuMs / (floor[round]?.cpuMs ?? NaN))),
      databaseMs: median(own.map(({ databaseMs }) => databaseMs)),
      perSecond: median(own.map(({ perSecond }) => perSecond)),
    };
  });
}

/**
 * The CPU time of servers as ratios to the floor in the same run. Leasegate and the floor need no packages of the
 * peers.
 * @param options.servers must include the floor
 */
export const cpuRatios = (options: StandOptions & RoundOptions): Promise<CpuRatio[]> =>
  withStand(options, async (stand) => ratiosOf(await measureRounds(stand, options)));
