import { type Case, CASE_MEANINGS, CASE_NAMES, CASES, caseTitle } from './cases';
import { count, megabytes, precise, table } from './markdown';
import { type CaseFigure, type Figures, REST_MS } from './measure';
import { CONNECTIONS } from './rounds';
import { type ServerName, TITLES } from './servers';
import { sum } from './statistics';

export interface Circumstances {
  /** Processors, memory, operating system and Node, without the name of the machine. */
  readonly machine: string;
  /** The database servers' own names and versions. */
  readonly databases: string;
  readonly leases: number;
  readonly rounds: number;
  /** Load averages when the run began and when it ended. */
  readonly load: readonly [before: number, after: number];
  /** The components of each server. */
  readonly madeOf: ReadonlyMap<ServerName, string>;
}

/** A table with a row for each server. */
export const caseTable = ({ cases }: Figures, one: Case): string =>
  table(
    [
      'server',
      'CPU ms a request',
      'ratio to the floor',
      'database CPU ms a request',
      'requests a second',
      'p50 ms',
      'p99 ms',
    ],
    cases.filter((figure) => figure.one === one).map(cellsOf),
  );

const cellsOf = ({ server, cpuMs, ratio, databaseMs, perSecond, p50, p99 }: CaseFigure): string[] => [
  TITLES[server],
  precise(cpuMs),
  ratio.toFixed(2),
  Number.isNaN(databaseMs) ? '' : precise(databaseMs),
  count(perSecond),
  precise(p50),
  precise(p99),
];

/** @param plot its file name, in the folder of the report */
export function report(figures: Figures, circumstances: Circumstances, plot: string): string {
  const { machine, databases, leases, rounds, load, madeOf } = circumstances;
  const measured = CASES.filter((one) => figures.bytes.has(one));
  return `# Speed

Written by \`npm run bench\`: Leasegate over REST and GraphQL, compared with a bare server and with what else one could build, on the same
data in one run.

![CPU time of a request as a ratio to the floor](${plot})

## Cases

${CASE_NAMES.map((name) => `- **${name}**: ${CASE_MEANINGS[name]}.`).join('\n')}

Every server but the floor checks a token for ten groups and returns only their records. Before the measurement, the records
of every answer are compared with the floor's; a difference ends the run.

${measured.map((one) => section(figures, one)).join('\n\n')}

## Servers

${table(
  ['server', 'start to first answer, ms', 'memory at rest, MB', 'memory after load, MB'],
  figures.servers.map(({ name, startMs, restBytes, loadBytes }) => [
    TITLES[name],
    count(startMs),
    megabytes(restBytes),
    megabytes(sum(loadBytes)),
  ]),
)}

Each is a process of its own with at most ten connections to the database:

${[...madeOf].map(([name, text]) => `- **${TITLES[name]}**: ${text}`).join('\n')}

## How it is measured

- ${machine}. Databases on the same machine: ${databases}. ${count(leases)} leases. Load average ${load[0].toFixed(1)} before the run, ${load[1].toFixed(1)} after it.
- CPU time is what the kernel counts for the server's process, user and system, including its child processes and excluding the database and the client. The database's is that of the process of its server, which all but PostGraphile share, and is not part of the ratio. A ratio compares with the floor in the same round. Ratios, CPU times and requests a second are medians of ${rounds} rounds. In each round the servers take turns, case by case.
- In a round ${CONNECTIONS} connections send the next request as soon as they are answered. Database and client share the machine with the server, so compare requests a second only within a table.
- p50 and p99 are measured at the same rate for all servers of a case: three tenths of the throughput of the slowest. If that is slow, p99 is one of the few slowest requests.
- Memory is the resident set: at rest ${REST_MS / 1000} seconds after the first answers, and after all load.
`;
}

function section(figures: Figures, one: Case): string {
  const { rate, requests } = figures.cases.find((figure) => figure.one === one) ?? { rate: NaN, requests: NaN };
  const size = `${count(figures.bytes.get(one) ?? NaN)} bytes; p50 and p99 of ${count(requests)} requests at ${precise(rate)} a second.`;
  return `## ${caseTitle(one)}\n\n${size}\n\n${caseTable(figures, one)}`;
}
