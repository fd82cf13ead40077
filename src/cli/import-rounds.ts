/** `leasegate import --every`: repeats an import until SIGTERM, with a status line and metrics. */

import { setTimeout as sleep } from 'node:timers/promises';

import type { Kysely } from 'kysely';

import { type Environment, readDatabaseAddress, readSetting } from '../config/settings';
import { COMMAND_CONNECTION, connect } from '../db/connect';
import type { Tables } from '../db/tables';
import { CLIENT_LIMITS, createHttpServer } from '../http/http-server';
import { listening } from '../http/listening';
import { type ImportReport, isComplete, type KindReport } from '../import/import-run';
import { repeatRounds, type Round } from '../import/rounds';
import { VERSION } from '../package';
import { adminListener } from '../server/admin';
import { type ImportMetrics, importMetrics } from '../telemetry/metrics/import-metrics';
import { messageOf } from './failure-message';
import type { Load } from './import';
import type { ImportCommandOptions } from './import-options';
import { RefusalSummary } from './refusal-summary';
import { listenToSignals } from './signals';
import { assertMigrated } from './with-database';

/** Why a round ended early. */
class Stopped extends Error {}

const FULL_EVERY_MS = 3_600_000;
/** After this many intervals without success, the data is reported as too old. */
const LATE = 3;

export async function importRounds(environment: Environment, options: ImportCommandOptions, load: Load): Promise<void> {
  const { every: everyMs = 0, fullEvery = FULL_EVERY_MS, since } = options;
  const database = readDatabaseAddress(environment);
  const host = readSetting(environment, 'ADMIN_HOST');
  const port = readSetting(environment, 'IMPORT_METRICS_PORT');
  const stopping = new AbortController();
  const signals = listenToSignals();
  void signals.stop.then(() => stopping.abort(new Stopped('The import was stopped.')));
  // Every batch is a transaction, so the database is consistent.
  void signals.force.then(() => process.exit(1));

  const db = connect(database, COMMAND_CONNECTION);
  const rounds = new Rounds(db, options, load, stopping.signal, importMetrics(Date.now, VERSION));
  const server = createHttpServer(
    CLIENT_LIMITS,
    adminListener({
      problems: async () => rounds.problems(everyMs * LATE),
      newerMigrations: () => [],
      hostInUse: () => 1,
      scrape: () => rounds.metrics.text(),
    }),
  );
  try {
    rounds.say({ metrics: `${await listening(server, host, port, 'ADMIN_HOST and IMPORT_METRICS_PORT')}/metrics` });
    await repeatRounds({
      everyMs,
      fullEveryMs: since === undefined ? undefined : fullEvery,
      signal: stopping.signal,
      monotonicNow: () => performance.now(),
      pause: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
      run: (round) => rounds.run(round),
    });
    rounds.say({ stopped: true });
  } finally {
    server.close();
    server.closeAllConnections();
    await db.destroy();
  }
}

class Rounds {
  /** When the source of the last good round was read, milliseconds since 1970. */
  #dataFrom: number | undefined;
  #refusals = '[]';

  constructor(
    private readonly db: Kysely<Tables>,
    private readonly options: ImportCommandOptions,
    private readonly load: Load,
    private readonly signal: AbortSignal,
    readonly metrics: ImportMetrics,
  ) {}

  /** Why the data is too old, for `/readyz`. */
  problems(limitMs: number): string[] {
    if (this.#dataFrom === undefined) return ['no round has succeeded yet'];
    return Date.now() - this.#dataFrom > limitMs ? [`the data is ${this.#age()} s old`] : [];
  }

  /** @returns whether it succeeded */
  async run({ number: round, recent }: Round): Promise<boolean> {
    const dataFrom = Date.now();
    const began = performance.now();
    const seconds = (): number => Math.round(performance.now() - began) / 1000;
    const refusals = new RefusalSummary();
    try {
      const report = await this.#load(recent, refusals);
      const complete = isComplete(report, this.options.maxRefused);
      this.#dataFrom = dataFrom;
      this.metrics.roundEnded(complete ? 'complete' : 'incomplete', seconds(), dataFrom);
      for (const [kind, counts] of Object.entries(report.kinds)) this.metrics.recordsOf(kind, { ...counts });
      this.#sayRefusals(refusals);
      this.say({ round, recent, complete, seconds: seconds(), dataFrom: new Date(dataFrom).toISOString(), ...report });
      return true;
    } catch (error) {
      if (this.signal.aborted) return false;
      this.metrics.roundEnded('failed', seconds());
      this.say({ round, recent, failed: await messageOf(error), dataAgeSeconds: this.#age() });
      return false;
    }
  }

  async #load(recent: boolean, refusals: RefusalSummary): Promise<ImportReport> {
    const { db, signal } = this;
    const { prune, maxPrune, rejects } = this.options;
    const onRefusal = refusals.add.bind(refusals);
    await assertMigrated(db);
    return this.load({ db, prune, maxPrune, rejects, signal, onRefusal }, recent);
  }

  #age(): number | null {
    return this.#dataFrom === undefined ? null : Math.round((Date.now() - this.#dataFrom) / 1000);
  }

  /** A round usually refuses what the one before refused. */
  #sayRefusals(refusals: RefusalSummary): void {
    const all = JSON.stringify(refusals.all());
    if (all === this.#refusals) return;
    this.#refusals = all;
    for (const { file, line, reason, count } of refusals.all())
      console.error(`${file}${line === null ? '' : `:${line}`}: ${reason}${count > 1 ? ` (${count} records)` : ''}`);
  }

  /** One line. */
  say(status: Status): void {
    if (this.options.json) console.log(JSON.stringify(status));
    else if (status.failed === undefined) console.log(statusLine(status));
    else console.error(statusLine(status));
  }
}

interface Status extends Partial<ImportReport> {
  readonly round?: number;
  readonly recent?: boolean;
  readonly complete?: boolean;
  readonly seconds?: number;
  readonly dataFrom?: string;
  readonly failed?: string;
  readonly dataAgeSeconds?: number | null;
  readonly metrics?: string;
  readonly stopped?: true;
}

function statusLine({
  round,
  recent,
  seconds,
  dataFrom,
  failed,
  dataAgeSeconds,
  metrics,
  stopped,
  ...report
}: Status): string {
  if (metrics !== undefined) return `Metrics are at ${metrics}.`;
  if (stopped) return 'Stopped after the current batch.';
  const name = `Round ${round}${recent ? ' (recent changes)' : ''}`;
  if (failed !== undefined) {
    const age = typeof dataAgeSeconds === 'number' ? ` The data is ${dataAgeSeconds} s old.` : '';
    return `${name} failed: ${failed}${age}`;
  }
  const sums = new Map<string, number>();
  for (const counts of Object.values(report.kinds ?? {}))
    for (const [what, count] of Object.entries(counts) as [keyof KindReport, number][])
      sums.set(what, (sums.get(what) ?? 0) + count);
  const parts = [...sums]
    .filter(([what, count]) => count > 0 || what === 'read')
    .map(([what, count]) => `${count} ${what}`);
  const kept = report.notPruned?.map((kind) => `, ${kind} not pruned`).join('') ?? '';
  return `${name}: ${parts.join(', ')}${kept}, in ${seconds} s, data from ${dataFrom}`;
}
