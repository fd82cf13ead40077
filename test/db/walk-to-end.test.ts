/** A search with an address that no step has completed walks to the end of the bounds if that costs less than the plans that follow. */

import type { PageRequest, RowId } from '../../src/model/page';
import { Steps, type Ways } from '../../src/db/search/steps';
import { within } from '../../src/db/search/search';
import type { VisibleRecords } from '../../src/db/visible-records';

/** The only match, farther than a walk that may be in vain goes. */
const MATCH: RowId = 40_000;
const BOUNDS: PageRequest = { direction: 'forward', limit: 101, before: 45_000 };

/** The ids of a page, and the parts of the bounds that walks have read. */
async function search(finishCost: number, longestWalk = Infinity) {
  const walks: PageRequest[] = [];
  const records = { scope: { isAll: true }, longestWalk, lastId: async () => 100_000, groupShare: async () => 1 };
  const walk = async (bounds: PageRequest) => {
    walks.push(bounds);
    return { ids: within([MATCH], bounds), beside: [] };
  };
  const ways = {
    table: 'tenants',
    begin: { density: 1 },
    walk,
    walked: { least: 0, visible: 6_000, all: 29_000 },
    walkCost: 2,
    finishCost: async () => finishCost,
    finish: async () => [-1],
  } satisfies Ways;
  return { ids: await new Steps(records as unknown as VisibleRecords, ways).ids(BOUNDS), walks };
}

describe('walk to the end of the bounds', () => {
  // 44,200 ids are left after the first walk, and each costs two rows.
  it('is taken if it costs less than what follows', async () => {
    const { ids, walks } = await search(90_000);
    expect(ids).toEqual([MATCH]);
    expect(walks.at(-1)).toEqual({ direction: 'forward', limit: 101, after: 800, before: 45_000 });
  });

  it.each([
    ['it costs more', 80_000, Infinity],
    ['no walk may be that long', 90_000, 40_000],
  ])('is not taken if %s', async (_case, finishCost, longestWalk) => {
    const { ids, walks } = await search(finishCost, longestWalk);
    expect(ids).toEqual([-1]);
    expect(walks).toHaveLength(1);
  });
});
