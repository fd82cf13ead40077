import { Durations, type Sample } from './figures';
import { FAMILIES } from './families';

/** What a request was, in words of ours alone. */
export interface Kind {
  readonly door: string;
  readonly operation: string;
}

/** The figures of one kind of request. */
class Route {
  readonly durations = new Durations();
  readonly #outcomes = new Map<number, Map<string, number>>();

  constructor(private readonly kind: Kind) {}

  count(status: number, type: string): void {
    let types = this.#outcomes.get(status);
    if (types === undefined) this.#outcomes.set(status, (types = new Map<string, number>()));
    types.set(type, (types.get(type) ?? 0) + 1);
  }

  outcomes(): Sample[] {
    const { door, operation } = this.kind;
    return [...this.#outcomes].flatMap(([status, types]) =>
      [...types].map(([type, value]) => ({ value, labels: { door, operation, status: String(status), type } })),
    );
  }

  duration(): Sample[] {
    const { door, operation } = this.kind;
    return this.durations.samples(FAMILIES.requestDuration.name, { door, operation });
  }
}

/** The requests of the public door. */
export class RequestFigures {
  readonly #routes = new Map<string, Map<string, Route>>();
  inFlight = 0;
  /** For a concurrency slot. */
  waiting = 0;

  /** @param type the `type` of the error that was answered, or `none` */
  ended(kind: Kind, status: number, type: string, seconds: number): void {
    const route = this.#route(kind);
    route.count(status, type);
    route.durations.add(seconds);
  }

  /** What was refused before it was a request. */
  refused(status: number, type: string): void {
    this.#route(NOTHING).count(status, type);
  }

  outcomes(): Sample[] {
    return this.#all().flatMap((route) => route.outcomes());
  }

  durations(): Sample[] {
    return this.#all().flatMap((route) => route.duration());
  }

  #all(): Route[] {
    return [...this.#routes.values()].flatMap((routes) => [...routes.values()]);
  }

  #route(kind: Kind): Route {
    let routes = this.#routes.get(kind.door);
    if (routes === undefined) this.#routes.set(kind.door, (routes = new Map<string, Route>()));
    let route = routes.get(kind.operation);
    if (route === undefined)
      routes.set(kind.operation, (route = new Route({ door: kind.door, operation: kind.operation })));
    return route;
  }
}

const NOTHING: Kind = { door: 'none', operation: 'none' };
