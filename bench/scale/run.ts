import { sql } from 'kysely';

import { ServiceError } from '../../src/errors';
import type { PageRequest, RowId } from '../../src/model/page';
import type { DatabaseAddress } from '../../src/config/setting-values';
import { worldSize, type WorldSize } from './facts';
import { askShape, countShape, FIRST_PAGE, LAST_PAGE, pagesOf, sessionOf } from './lookup';
import { Meter } from './measure';
import { obviousIds } from './obvious';
import type { Shape } from './shapes';

/** The obvious SQL is aborted after this time when its rows are counted. */
const OBVIOUS_TIMEOUT_MS = 1_000;
/** A page is timed so often, in turn with the obvious SQL. The best time counts. */
const TIMES = 3;

interface Figures {
  /** Rows read. */
  readonly rows: number;
}

/** The best time of a page, with all its statements and records, beside that of the obvious SQL, which finds ids only. */
export interface PageTime {
  readonly page: string;
  readonly milliseconds: number;
  readonly obvious: number;
  /** Whether the obvious SQL was aborted after its time, because the page had long been answered. */
  readonly gaveUp: boolean;
}

export interface ShapeFigures {
  readonly name: string;
  /** Of the page that read most rows. */
  readonly page: Figures;
  /** Of the page with most. */
  readonly statements: number;
  readonly count: Figures;
  /** Of the page that is slowest beside the obvious SQL. */
  readonly time: PageTime;
  /** Of the first page by the obvious SQL, up to its end or to the timeout. */
  readonly obvious: Figures & { readonly gaveUp: boolean };
}

/** Milliseconds by which a page is slower than it may be: twice the obvious SQL, or 10 ms more. */
export const excessOf = ({ milliseconds, obvious }: PageTime): number =>
  milliseconds - Math.max(2 * obvious, obvious + 10);

export interface RunOptions {
  readonly address: DatabaseAddress;
  readonly leases: number;
  readonly shapes: readonly Shape[];
  readonly now: () => number;
  readonly onShape: (done: number, total: number) => void;
}

/** Measures a world that is filled: our plans and the obvious SQL, shape by shape. */
export async function runShapes(options: RunOptions): Promise<ShapeFigures[]> {
  const { address, leases, shapes, now, onShape } = options;
  const size = worldSize(leases);
  const counter = await Meter.open(address, now, { counts: true });
  const clock = await Meter.open(address, now, { counts: false });
  const obvious = await Meter.open(address, now, { counts: true });
  const figures: ShapeFigures[] = [];
  try {
    for (const shape of shapes) {
      figures.push(await new ShapeRun(shape, size, counter, clock, obvious).figures());
      onShape(figures.length, shapes.length);
    }
  } finally {
    for (const meter of [counter, clock, obvious]) await meter.close();
  }
  return figures;
}

class ShapeRun {
  constructor(
    private readonly shape: Shape,
    private readonly size: WorldSize,
    private readonly counter: Meter,
    private readonly clock: Meter,
    private readonly obvious: Meter,
  ) {}

  async figures(): Promise<ShapeFigures> {
    const { shape, size, counter } = this;
    const pages = pagesOf({
      first: await this.#ask(counter, FIRST_PAGE),
      last: await this.#ask(counter, LAST_PAGE),
      middle: size.leases / 2,
    });
    const costs = [];
    for (const [, request] of pages) costs.push(await counter.measure(() => this.#ask(counter, request)));
    const times: PageTime[] = [];
    for (const [page, request] of pages) times.push(await this.#time(page, request));
    const count = await counter.measure(() => countShape(shape, sessionOf(counter.database, shape.caller, size)));
    const plain = await this.obvious.measure(() => this.#askObvious(this.obvious, FIRST_PAGE, OBVIOUS_TIMEOUT_MS));
    return {
      name: shape.name,
      page: { rows: Math.max(...costs.map(({ rows }) => rows)) },
      statements: Math.max(...costs.map(({ statements }) => statements.length)),
      count,
      time: times.reduce((worst, one) => (excessOf(one) > excessOf(worst) ? one : worst)),
      obvious: { rows: plain.rows, gaveUp: plain.answer },
    };
  }

  async #time(page: string, request: PageRequest): Promise<PageTime> {
    let best: PageTime = { page, milliseconds: Infinity, obvious: Infinity, gaveUp: true };
    for (let time = 0; time < TIMES; time += 1) {
      const own = await this.clock.measure(() => this.#ask(this.clock, request));
      const milliseconds = Math.min(best.milliseconds, own.milliseconds);
      const plain = await this.clock.measure(() =>
        this.#askObvious(this.clock, request, Math.ceil(20 + 2 * milliseconds)),
      );
      best = {
        page,
        milliseconds,
        obvious: Math.min(best.obvious, plain.milliseconds),
        gaveUp: best.gaveUp && plain.answer,
      };
    }
    return best;
  }

  async #ask({ database }: Meter, request: PageRequest): Promise<RowId[]> {
    const page = await askShape(this.shape, sessionOf(database, this.shape.caller, this.size), request);
    return page.records.map(({ rowId }) => rowId);
  }

  /** Whether it was aborted. */
  async #askObvious({ connection }: Meter, request: PageRequest, timeoutMs: number): Promise<boolean> {
    const limit = sql.raw(
      `/*M! set statement max_statement_time = ${timeoutMs / 1000} for */ select /*+ max_execution_time(${timeoutMs}) */`,
    );
    return obviousIds(this.shape, this.size, request, limit)
      .execute(connection)
      .then(() => false, isTimeout);
  }
}

function isTimeout(error: unknown): true {
  if (error instanceof ServiceError && error.reason === 'timeout') return true;
  throw error;
}
