import type { Case } from './cases';
import { atFullSpeed } from './load';
import { cpuMilliseconds } from './process-figures';
import type { ServerName } from './servers';
import { type Contestant, type Stand, type StandOptions, withStand } from './stand';
import { median } from './statistics';

/** Connections from which a server is asked as fast as it answers. */
export const CONNECTIONS = 8;
/** Compilers take hundreds of requests to settle; a slow server is given up on after the time. */
const WARM_UP = { requests: 500, ms: 2_500 };
const ROUND_MS = 800;

export interface RoundFigure {
  readonly server: ServerName;
  readonly one: Case;
  readonly round: number;
  /** User and system time of the server, milliseconds per request. */
  readonly cpuMs: number;
  readonly perSecond: number;
}

export interface RoundOptions {
  readonly rounds: number;
  /** How long a server is asked in a round, milliseconds. */
  readonly roundMs?: number;
  readonly now: () => number;
  readonly onStep?: (done: number, total: number) => void;
}

/** Warms every server up, then asks case after case, server after server, round after round. */
export async function measureRounds(
  stand: Stand,
  { rounds, roundMs = ROUND_MS, now, onStep }: RoundOptions,
): Promise<RoundFigure[]> {
  const turns = turnsOf(stand);
  const total = turns.length * (rounds + 1);
  let done = 0;
  const sprint = async ({ contestant, one }: Turn, forMs: number, enough?: number) => {
    const target = { port: contestant.port, request: contestant.requestBytes(one), connections: CONNECTIONS, now };
    const before = cpuMilliseconds(contestant.pid);
    const { requests, milliseconds } = await atFullSpeed(target, forMs, enough);
    const cpuMs = (cpuMilliseconds(contestant.pid) - before) / requests;
    onStep?.((done += 1), total);
    return { cpuMs, perSecond: (requests * 1000) / milliseconds };
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

/** The servers of a case one right after the other, so that what slows the machine slows them all. */
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
  /** To the floor in the same round, the median over the rounds. */
  readonly ratio: number;
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
      perSecond: median(own.map(({ perSecond }) => perSecond)),
    };
  });
}

/**
 * The CPU time of servers as ratios to the floor in the same run. Leasegate and the floor alone need no package of the peers.
 * @param options.servers the floor among them
 */
export const cpuRatios = (options: StandOptions & RoundOptions): Promise<CpuRatio[]> =>
  withStand(options, async (stand) => ratiosOf(await measureRounds(stand, options)));
