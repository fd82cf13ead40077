import type { Case } from './cases';
import { atRate } from './load';
import { residentBytesOfEach } from './process-figures';
import { CONNECTIONS, type CpuRatio, measureRounds, ratiosOf, type RoundOptions } from './rounds';
import type { ServerName } from './servers';
import { type Stand, type StandOptions, withStand } from './stand';
import { quantile } from './statistics';

/** Of what the slowest server of a case answers at full speed. */
const SHARE_OF_SLOWEST = 0.3;
const ENOUGH_REQUESTS = 150;
const SECONDS = { least: 2, most: 6 };

export interface CaseFigure extends CpuRatio {
  /** Milliseconds at {@link CaseFigure.rate}. */
  readonly p50: number;
  readonly p99: number;
  /** Requests per second, the same for every server of the case. */
  readonly rate: number;
  /** How many were asked at that rate. */
  readonly requests: number;
}

export interface ServerFigure {
  readonly name: ServerName;
  readonly startMs: number;
  readonly restBytes: number;
  /** After all load, of each of its processes: the one that was started is the first. */
  readonly loadBytes: readonly number[];
}

export interface Figures {
  readonly cases: readonly CaseFigure[];
  readonly servers: readonly ServerFigure[];
  /** Lengths of the answers' bodies. */
  readonly bytes: ReadonlyMap<Case, number>;
}

/** Everything that the report shows. */
export function measureServers(options: StandOptions & RoundOptions): Promise<Figures> {
  return withStand(options, async (stand) => {
    // Each server has one more turn in each case: at a rate.
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
    const servers = stand.contestants.map(({ name, pid, startMs, restBytes }) => {
      return { name, startMs, restBytes, loadBytes: residentBytesOfEach(pid) };
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
