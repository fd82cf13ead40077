import { sql } from 'kysely';

import type { DatabaseAddress } from '../../src/config/setting-values';
import { ServiceError } from '../../src/errors';
import type { PageRequest, RowId } from '../../src/model/page';
import { worldSize, type WorldSize } from './facts';
import { askShape, FIRST_PAGE, LAST_PAGE, pagesOf, sessionOf } from './lookup';
import { Meter } from './measure';
import { obviousIds } from './obvious';
import type { Shape } from './shapes';

/** A page is measured so often, in turn with the obvious SQL. The least CPU time counts. */
const TIMES = 3;

/** The least CPU time of a page, with all its statements and records, beside that of the obvious SQL, which finds ids only. */
export interface PageTime {
  readonly page: string;
  readonly milliseconds: number;
  /** At least so much, if the obvious SQL was aborted because the page had long been answered. */
  readonly obvious: number;
}

export interface ShapeFigures {
  readonly name: string;
  /** Of the page that read most rows. */
  readonly rows: number;
  /** Of the page with most. */
  readonly statements: number;
  /** Of the page that is slowest beside the obvious SQL. */
  readonly time: PageTime;
}

/** Milliseconds by which a page is slower than it may be: twice the obvious SQL, or 10 ms more. */
export const excessOf = ({ milliseconds, obvious }: PageTime): number =>
  milliseconds - Math.max(2 * obvious, obvious + 10);

/** Measures a world that is filled, shape by shape. @param onShape is called with the number of shapes that are done */
export async function runShapes(
  address: DatabaseAddress,
  leases: number,
  shapes: readonly Shape[],
  onShape: (done: number) => void,
): Promise<ShapeFigures[]> {
  const size = worldSize(leases);
  const counter = await Meter.open(address);
  const clock = await Meter.open(address, { counts: false });
  const figures: ShapeFigures[] = [];
  try {
    for (const shape of shapes) {
      figures.push(await figuresOf(shape, size, counter, clock));
      onShape(figures.length);
    }
  } finally {
    await counter.close();
    await clock.close();
  }
  return figures;
}

async function figuresOf(shape: Shape, size: WorldSize, counter: Meter, clock: Meter): Promise<ShapeFigures> {
  const ask = async ({ database }: Meter, request: PageRequest): Promise<RowId[]> =>
    (await askShape(shape, sessionOf(database, shape.caller, size), request)).records.map(({ rowId }) => rowId);
  const pages = pagesOf({
    first: await ask(counter, FIRST_PAGE),
    last: await ask(counter, LAST_PAGE),
    middle: size.leases / 2,
  });
  const costs = [];
  const times: PageTime[] = [];
  for (const [page, request] of pages) {
    costs.push(await counter.measure(() => ask(counter, request)));
    let [milliseconds, obvious] = [Infinity, Infinity];
    for (let time = 0; time < TIMES; time += 1) {
      milliseconds = Math.min(milliseconds, (await clock.measure(() => ask(clock, request))).milliseconds);
      const timeoutMs = Math.ceil(100 + 4 * milliseconds);
      obvious = Math.min(
        obvious,
        (await clock.measure(() => askObvious(clock, shape, size, request, timeoutMs))).milliseconds,
      );
    }
    times.push({ page, milliseconds, obvious });
  }
  return {
    name: shape.name,
    rows: Math.max(...costs.map(({ rows }) => rows)),
    statements: Math.max(...costs.map(({ statements }) => statements.length)),
    time: times.reduce((worst, time) => (excessOf(time) > excessOf(worst) ? time : worst)),
  };
}

async function askObvious(
  { connection }: Meter,
  shape: Shape,
  size: WorldSize,
  request: PageRequest,
  timeoutMs: number,
): Promise<void> {
  const select = sql.raw(
    `/*M! set statement max_statement_time = ${timeoutMs / 1000} for */ select /*+ max_execution_time(${timeoutMs}) */`,
  );
  try {
    await obviousIds(shape, size, request, select).execute(connection);
  } catch (error) {
    if (!(error instanceof ServiceError && error.reason === 'timeout')) throw error;
  }
}
