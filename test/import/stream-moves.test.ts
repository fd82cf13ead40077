import { lease, START, streamForEachTest, tenant, unit, without } from './stream-case';

/** Changes of a stream that other records are in the way of. */

const shared = streamForEachTest();

describe('a record in use', () => {
  test('its deletion waits for what uses it', async () => {
    await shared.stream([START]);
    const kinds = ['group north', 'unit n1', 'tenant ann', 'tenant bob', 'lease l1'].map((each) => each.split(' '));
    const { counts } = await shared.stream(kinds.map(([kind = '', identifier = '']) => [without(kind, identifier)]));
    expect(counts).toMatchObject({ deleted: 5, refused: 0 });
    expect(await shared.world.identifiers('groups')).toEqual(['south']);
  });
});

describe('records move to another group', () => {
  const MOVES = [unit('n1', 'south'), tenant('ann', 'south'), lease('l1', 'n1', ['ann'], 'south')];

  test.each([
    ['in one batch', [MOVES]],
    ['one after the other', MOVES.map((change) => [change])],
    ['the lease first', MOVES.toReversed().map((change) => [change])],
  ])('together with their lease, %s', async (_title, parts) => {
    await shared.stream([START]);
    const states = new Set<string>();
    const { counts } = await shared.stream(parts, {
      acknowledge: async () => void states.add(JSON.stringify(await shared.world.leases())),
    });
    expect(counts).toMatchObject({ updated: 3, refused: 0 });
    const known = [{ l1: 'north n1 ann' }, { l1: 'south n1 ann' }].map((state) => JSON.stringify(state));
    expect(known).toEqual(expect.arrayContaining([...states]));
    expect(await shared.world.leases()).toEqual({ l1: 'south n1 ann' });
  });
});
