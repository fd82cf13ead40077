import { ServiceError } from '../../src/errors';
import type { RowId } from '../../src/model/page';
import type { DatabaseAddress } from '../../src/config/setting-values';
import { worldSize } from './facts';
import { askShape, countShape, FIRST_PAGE, LAST_PAGE, pagesOf, sessionOf } from './lookup';
import { Meter } from './measure';
import { obviousIds } from './obvious';
import { type Shape, shapes } from './shapes';

/** Of one statement. The obvious SQL is given up after this time. */
export const OBVIOUS_TIMEOUT_MS = 1_000;

interface Figures {
  /** Rows read. */
  readonly rows: number;
  readonly milliseconds: number;
}

export interface ShapeFigures {
  readonly name: string;
  /** Of the page that read most. */
  readonly page: Figures & { readonly statements: number };
  readonly count: Figures;
  /** Of the first page by the obvious SQL, without hydration; up to its end or to the timeout. */
  readonly obvious: Figures & { readonly gaveUp: boolean };
}

export interface RunOptions {
  readonly address: DatabaseAddress;
  readonly leases: number;
  /** Measures one shape of so many. */
  readonly every: number;
  readonly now: () => number;
  readonly onShape: (done: number, total: number) => void;
}

/** Measures a world that is filled: our plans and the obvious SQL, shape by shape. */
export async function runShapes({ address, leases, every, now, onShape }: RunOptions): Promise<ShapeFigures[]> {
  const size = worldSize(leases);
  const chosen = shapes(size).filter((_shape, nth) => nth % every === 0);
  const own = await Meter.open(address, now);
  const obvious = await Meter.open(address, now, OBVIOUS_TIMEOUT_MS);
  const figures: ShapeFigures[] = [];
  try {
    for (const shape of chosen) {
      const page = await worstPage(own, shape);
      const count = await own.measure(() => countShape(shape, sessionOf(own.database, shape.caller, size)));
      const plain = await obvious.measure(() =>
        obviousIds(shape, size, FIRST_PAGE.limit + 1)
          .execute(obvious.connection)
          .then(() => false, isTimeout),
      );
      figures.push({ name: shape.name, page, count, obvious: { ...plain, gaveUp: plain.answer } });
      onShape(figures.length, chosen.length);
    }
  } finally {
    await own.close();
    await obvious.close();
  }
  return figures;

  async function worstPage(meter: Meter, shape: Shape) {
    const ask = async (request: typeof FIRST_PAGE): Promise<RowId[]> => {
      const page = await askShape(shape, sessionOf(meter.database, shape.caller, size), request);
      return page.records.map(({ rowId }) => rowId);
    };
    const extent = { first: await ask(FIRST_PAGE), last: await ask(LAST_PAGE), middle: leases / 2 };
    let worst = { rows: 0, statements: 0, milliseconds: 0 };
    for (const [, request] of pagesOf(extent)) {
      const { rows, statements, milliseconds } = await meter.measure(() => ask(request));
      if (rows >= worst.rows) worst = { rows, statements: statements.length, milliseconds };
    }
    return worst;
  }
}

function isTimeout(error: unknown): true {
  if (error instanceof ServiceError && error.reason === 'timeout') return true;
  throw error;
}
