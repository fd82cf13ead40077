/** All figures of one process, and what they are at the moment. */

import { DatabaseFigures } from './database';
import { type Family, FAMILIES } from './families';
import { Counts, type Sample } from './figures';
import { ReplicaFigures } from './replicas';
import { RequestFigures } from './requests';

/** A metric as one process has it, in the form that prom-client adds up: plain data, so it can be sent. */
export interface Metric extends Pick<Family, 'name' | 'help' | 'type' | 'aggregator'> {
  readonly values: readonly Sample[];
}

export type Snapshot = readonly Metric[];

export class GatewayFigures {
  readonly requests = new RequestFigures();
  readonly database = new DatabaseFigures();
  readonly executions = new Counts('executor', ['compiled', 'graphql-js']);
  readonly tokenChecks = new Counts('verdict', ['good', 'missing', 'expired', 'invalid', 'unavailable']);
  readonly keySetFetches = new Counts('outcome', ['loaded', 'failed']);
  readonly replicas = new ReplicaFigures();
  readonly linesLost = new Counts('log', ['log', 'audit']);
  /** By the clock of the gateway; undefined while there is no key set. */
  keySetLoadedAt: number | undefined;

  /** @param monotonicNow milliseconds */
  constructor(
    private readonly monotonicNow: () => number,
    private readonly version: string,
  ) {}

  snapshot(): Snapshot {
    const { requests, database } = this;
    const { ok, failed } = database.statements;
    const statement = FAMILIES.statementDuration.name;
    return [
      metric('requests', requests.outcomes()),
      metric('requestDuration', requests.durations()),
      metric('requestsInFlight', one(requests.inFlight)),
      metric('requestsWaiting', one(requests.waiting)),
      metric('executions', this.executions.samples()),
      metric('tokenChecks', this.tokenChecks.samples()),
      metric('keySetFetches', this.keySetFetches.samples()),
      metric('keySetAge', maybe(this.#keySetAge())),
      metric('statementDuration', [
        ...ok.samples(statement, { outcome: 'ok' }),
        ...failed.samples(statement, { outcome: 'failed' }),
      ]),
      metric('rows', one(database.rows)),
      metric('connectionsOpen', one(database.open)),
      metric('connectionsBusy', one(database.busy)),
      metric('connectionWaiters', one(database.waiting)),
      metric('connects', database.connects.samples()),
      metric('discarded', database.discarded.samples()),
      metric('retries', one(database.retries)),
      metric('killed', one(database.killed)),
      metric('replicasRead', one(this.replicas.read)),
      metric('replicaLag', maybe(this.replicas.lagSeconds)),
      metric('linesLost', this.linesLost.samples()),
      metric('workers', one(1)),
      metric('build', [{ value: 1, labels: { version: this.version, node: process.version } }]),
    ];
  }

  #keySetAge(): number | undefined {
    return this.keySetLoadedAt === undefined ? undefined : (this.monotonicNow() - this.keySetLoadedAt) / 1000;
  }
}

const one = (value: number): Sample[] => [{ value, labels: {} }];
const maybe = (value: number | undefined): Sample[] => (value === undefined ? [] : one(value));

function metric(family: keyof typeof FAMILIES, values: readonly Sample[]): Metric {
  const { name, help, type, aggregator } = FAMILIES[family];
  return { name, help, type, aggregator, values };
}
