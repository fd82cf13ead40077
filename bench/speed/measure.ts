import { setTimeout as sleep } from 'node:timers/promises';

import type { Case } from './cases';
import { atRate } from './load';
import { residentBytes, residentBytesOfEach } from './process-figures';
import { CONNECTIONS, type CpuRatio, measureRounds, ratiosOf, type RoundOptions } from './rounds';
import type { ServerName } from './servers';
import { type Stand, type StandOptions, withStand } from './stand';
import { quantile } from './statistics';

/** The share of the slowest server's throughput in a case. */
const SHARE_OF_SLOWEST = 0.3;
/** A process gives back the memory that only its start needed within about 25 seconds. */
const REST_MS = 30_000;
const ENOUGH_REQUESTS = 150;
const SECONDS = { least: 2, most: 6 };

export interface CaseFigure extends CpuRatio {
  /** Milliseconds at {@link CaseFigure.rate}. */
  readonly p50: number;
  readonly p99: number;
  /** Requests per second, the same for every server of the case. */
  readonly rate: number;
  /** The number of requests at that rate. */
  readonly requests: number;
}

export interface ServerFigure {
  readonly name: ServerName;
  readonly startMs: number;
  /** Memory of all its processes after 30 s without a request. */
  readonly restBytes: number;
  /** Memory of each process after all load; the process that was started comes first. */
  readonly loadBytes: readonly number[];
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
      cases.push({
        ...ratio,
        rate,
        requests: latencies.length,
        p50: quantile(latencies, 0.5),
        p99: quantile(latencies, 0.99),
      });
    }
    const servers = stand.contestants.map(({ name, pid, startMs }, index) => {
      return { name, startMs, restBytes: atRest[index] ?? 0, loadBytes: residentBytesOfEach(pid) };
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
