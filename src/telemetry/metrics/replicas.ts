import type { ReplicaState } from '../../db/replicas/replica';

/** The replicas as the last look at each found them. */
export class ReplicaFigures {
  readonly #states = new Map<number, ReplicaState>();

  note(state: ReplicaState): void {
    this.#states.set(state.replica, state);
  }

  get read(): number {
    return [...this.#states.values()].filter(({ healthy }) => healthy).length;
  }

  /** Of the one that is furthest behind; undefined where nobody can tell of any. */
  get lagSeconds(): number | undefined {
    const known = [...this.#states.values()].flatMap(({ lagSeconds }) => lagSeconds ?? []);
    return known.length === 0 ? undefined : Math.max(...known);
  }
}
