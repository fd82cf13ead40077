import { setTimeout as sleep } from 'node:timers/promises';

import type { Case } from './cases';
import { atFullSpeed, atRate } from './load';
import { cpuMilliseconds, residentBytes } from './process-figures';
import type { ServerName } from './servers';
import { type Contestant, type Stand, type StandOptions, withStand } from './stand';
import { median, quantile } from './statistics';

/** The share of the slowest server's throughput in a case. */
const SHARE_OF_SLOWEST = 0.3;
/** A process gives back the memory that only its start needed within about 25 seconds. */
const REST_MS = 30_000;
const ENOUGH_REQUESTS = 150;
const SECONDS = { least: 2, most: 6 };

export interface CaseFigure extends CpuRatio {
  /** Milliseconds at a rate that is the same for every server of the case. */
  readonly p50: number;
  readonly p99: number;
}

export interface ServerFigure {
  readonly name: ServerName;
  readonly startMs: number;
  /** Memory after 30 s without a request. */
  readonly restBytes: number;
  /** Memory after all load. */
  readonly loadBytes: number;
}

export interface Figures {
  readonly cases: readonly CaseFigure[];
  readonly servers: readonly ServerFigure[];
  /** The body lengths of the answers. */
  readonly bytes: ReadonlyMap<Case, number>;
}

/** The data of the report. */
export function measureServers(options: StandOptions & RoundOptions): Promise<Figures> {
  return withStand(options, async (stand) => {
    await sleep(REST_MS);
    const atRest = stand.contestants.map(({ pid }) => residentBytes(pid));
    // Each server has one more round in each case, at a fixed rate.
    const { rounds, onStep } = options;
    const withRates = (done: number, total: number) => onStep?.(done, (total / (rounds + 1)) * (rounds + 2));
    const ratios = ratiosOf(await measureRounds(stand, { ...options, onStep: withRates }));
    const cases: CaseFigure[] = [];
    for (const ratio of ratios) {
      const rate =
        SHARE_OF_SLOWEST * Math.min(...ratios.filter(({ one }) => one === ratio.one).map((r) => r.perSecond));
      const latencies = await latenciesOf(stand, ratio, rate, options.now);
      cases.push({ ...ratio, p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) });
    }
    const servers = stand.contestants.map(({ name, pid, startMs }, index) => {
      return { name, startMs, restBytes: atRest[index] ?? 0, loadBytes: residentBytes(pid) };
    });
    return { cases, servers, bytes: stand.bytes };
  });
}

async function latenciesOf({ contestants }: Stand, { server, one }: CpuRatio, rate: number, now: () => number) {
  const contestant = contestants.find(({ name }) => name === server);
  if (contestant === undefined) throw new Error(`${server} does not run.`);
  const seconds = Math.min(SECONDS.most, Math.max(SECONDS.least, ENOUGH_REQUESTS / rate));
  const target = { port: contestant.port, request: contestant.requestBytes(one), connections: CONNECTIONS, now };
  return atRate(target, rate, Math.ceil(seconds * rate));
}

/** The number of connections at full speed. */
const CONNECTIONS = 8;
/** V8 needs thousands of requests to settle. The time limits the warm-up of a slow server. */
const WARM_UP = { requests: 4_000, ms: 2_500 };
const ROUND_MS = 800;

interface RoundFigure {
  readonly server: ServerName;
  readonly one: Case;
  /** User and system time of the server, milliseconds per request. */
  readonly cpuMs: number;
  /** The same of its database server. NaN if that is not known. */
  readonly databaseMs: number;
  readonly perSecond: number;
}

/** Medians over the rounds. */
export interface CpuRatio extends RoundFigure {
  /** The median of the ratios to the floor in the same round. */
  readonly ratio: number;
}

export interface RoundOptions {
  readonly rounds: number;
  /** The duration of a round for one server in milliseconds. */
  readonly roundMs?: number;
  readonly now: () => number;
  readonly onStep?: (done: number, total: number) => void;
}

/** Warms up every server, then measures each case on each server in each round. */
async function measureRounds(
  stand: Stand,
  { rounds, roundMs = ROUND_MS, now, onStep }: RoundOptions,
): Promise<RoundFigure[][]> {
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
    return { server: contestant.name, one, cpuMs, databaseMs, perSecond: (requests * 1000) / milliseconds };
  };
  for (const turn of turns) await sprint(turn, WARM_UP.ms, WARM_UP.requests);
  const figures: RoundFigure[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    const ofRound: RoundFigure[] = [];
    for (const turn of turns) ofRound.push(await sprint(turn, roundMs));
    figures.push(ofRound);
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

/** The floor must be among the servers. */
function ratiosOf(rounds: readonly RoundFigure[][]): CpuRatio[] {
  return (rounds[0] ?? []).map(({ server, one }, turn) => {
    const own = rounds.map((round) => round[turn]!);
    const floorOf = (round: RoundFigure[]) => round.find((figure) => figure.server === 'floor' && figure.one === one);
    return {
      ...{ server, one },
      cpuMs: median(own.map(({ cpuMs }) => cpuMs)),
      ratio: median(own.map(({ cpuMs }, round) => cpuMs / (floorOf(rounds[round]!)?.cpuMs ?? NaN))),
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
