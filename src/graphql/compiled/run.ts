import type { GraphQLResolveInfo } from 'graphql';

type Path = GraphQLResolveInfo['path'];

const SEPARATOR = '.';

/** One execution of a compiled operation: what its resolvers are given, and what each of them has answered. */
export class Run {
  readonly #answers = new Map<string, { readonly value: unknown } | { readonly thrown: unknown }>();
  #replaying = false;

  /** @param variables coerced */
  constructor(
    readonly context: unknown,
    readonly variables: Readonly<Record<string, unknown>>,
  ) {}

  /** The same run once more, in which each resolver answers as before and none is called again. */
  replay(): this {
    this.#replaying = true;
    return this;
  }

  get replaying(): boolean {
    return this.#replaying;
  }

  /** Calls a resolver, or gives again what it answered at this place of the response. */
  answer(path: Path, resolve: () => unknown): unknown {
    const place = placeOf(path);
    const known = this.#replaying ? this.#answers.get(place) : undefined;
    if (known !== undefined) {
      if ('thrown' in known) throw known.thrown;
      return known.value instanceof Promise ? afterOthers(known.value) : known.value;
    }
    try {
      const value = resolve();
      this.#answers.set(place, { value });
      return value;
    } catch (thrown) {
      this.#answers.set(place, { thrown });
      throw thrown;
    }
  }
}

/** Names hold no dot, so no two places look the same. */
function placeOf({ prev, key }: Path): string {
  return prev === undefined ? String(key) : placeOf(prev) + SEPARATOR + key;
}

/**
 * In a replay everything is there at once, which never was so: where several fields fail beneath one that may be null,
 * the first to fail is told. One turn of the event loop for each keeps them apart, in the order of the operation.
 */
async function afterOthers(answer: Promise<unknown>): Promise<unknown> {
  await new Promise((resolve) => setImmediate(resolve));
  return answer;
}
