/** A replay against two sides that are functions, so that each answer is known. */

import type { Ask } from '../../src/replay/side';
import type { TapedRequest } from '../../src/replay/tape';
import { answer, error, type Fields, lease, leases, one } from '../comparison/answers';
import { hash, paged, run, sequence, taped } from './sides';

describe('one request', () => {
  it('is the same', async () => {
    const { report } = await run([taped({})], sequence(one()), sequence(one()));
    expect(report).toMatchObject({ requests: 1, same: 1, ignored: 0, different: 0, notCompared: 0 });
  });

  it('is ignored by a named rule', async () => {
    const right = leases([lease('l1', { tenants: [...(lease('l1').tenants as Fields[])].toReversed() })]);
    const { report } = await run([taped({})], sequence(one()), sequence(right));
    expect(report).toMatchObject({ same: 0, ignored: 1, ignoredBy: { 'tenant-order': 1 }, different: 0 });
    expect(report.ignoredDifferences).toMatchObject([{ rule: 'tenant-order', kind: 'order', requests: 1 }]);
  });

  it('is different when the difference is there again', async () => {
    const [left, right] = [sequence(one()), sequence(one({ rent: 1 }))];
    const { report } = await run([taped({})], left, right);
    expect(report).toMatchObject({ different: 1, noise: { asked: 1, differed: 0 } });
    expect(report.differences).toMatchObject([
      { operation: 'find-for-tenant', kind: 'value', path: '$.leases[*].rent', requests: 1, differences: 1 },
    ]);
    expect([left.asked.length, right.asked.length]).toEqual([2, 2]);
  });

  it('is ignored when the difference does not come again', async () => {
    const { report } = await run([taped({})], sequence(one()), sequence(one({ rent: 1 }), one()));
    expect(report).toMatchObject({ ignored: 1, ignoredBy: { 'not-repeated': 1 }, different: 0 });
    expect(report.ignoredDifferences).toMatchObject([
      { rule: 'not-repeated', kind: 'value', path: '$.leases[*].rent' },
    ]);
  });

  it('is ignored where the left side differs from itself', async () => {
    const left = sequence(one({ rent: 1 }), one({ rent: 2 }), one({ rent: 3 }));
    const { report } = await run([taped({})], left, sequence(one()));
    expect(report).toMatchObject({
      ignored: 1,
      ignoredBy: { 'left-differs-from-itself': 1 },
      noise: { asked: 1, differed: 1 },
    });
  });

  it('keeps a difference beside noise of both kinds', async () => {
    const left = sequence(one({ rent: 1 }), one({ rent: 2 }));
    // The first answer hides the record that differs.
    const right = sequence(leases([]), one({ deposit: 1 }));
    const { report } = await run([taped({})], left, right);
    expect(report.different).toBe(1);
    expect(report.differences.map(({ path }) => path)).toEqual(['$.leases[*].deposit']);
    expect(report.ignoredBy).toEqual({ 'left-differs-from-itself': 1, 'not-repeated': 1 });
  });

  test.each<[string, Ask, Ask, string]>([
    ['the left side does not answer', sequence('no_answer'), sequence(one()), 'left_no_answer'],
    [
      'the answer of the right side is too large',
      sequence(one()),
      sequence('answer_too_large'),
      'right_answer_too_large',
    ],
    ['a side is busy', sequence(one()), sequence(error('overloaded', 'm', 503)), 'right_unavailable'],
    [
      'a side is busy when it is asked again',
      sequence(one()),
      sequence(one({ rent: 1 }), error('overloaded', 'm', 503)),
      'right_unavailable',
    ],
  ])('is not compared when %s', async (_when, left, right, reason) => {
    const { report } = await run([taped({})], left, right);
    expect(report).toMatchObject({ notCompared: 1, notComparedBecause: { [reason]: 1 }, different: 0 });
  });

  test.each<[string, TapedRequest, string]>([
    ['a value is a hash', taped({ email_address: 'f00' }, { hashed: ['email_address'] }), 'hashed_value'],
    ['the body is not on the tape', taped(undefined, { leftOut: 'too_large' }), 'body_too_large'],
    ['its first page is not on the tape', taped({ 'after-id': 17 }), 'cursor_not_on_tape'],
  ])('is not sent when %s', async (_when, request, reason) => {
    const side = sequence(one());
    const { report } = await run([request], side, side);
    expect(report.notComparedBecause).toEqual({ [reason]: 1 });
    expect(side.asked).toEqual([]);
  });

  it('is sent as it was, with the tokens of its caller', async () => {
    const tokens = new Map([['web', { left: 'web-left', right: 'web-right' }]]);
    const values = new Map([['f00', 'ada@example.com']]);
    const requests = [
      taped({ email_address: 'f00', 'after-id': '1' }, { hashed: ['email_address'] }),
      taped({ 'after-id': -1 }, { caller: 'web', operation: 'tenants' }),
      taped(undefined, { caller: null, type: null }),
    ];
    const [left, right] = [sequence(one()), sequence(one())];
    await run(requests, left, right, { tokens, values });
    const common = { operation: 'find-for-tenant', type: 'application/json' };
    const sent = (side: string) => [
      { ...common, token: `${side}-token`, body: { email_address: 'ada@example.com', 'after-id': '1' } },
      { ...common, operation: 'tenants', token: `web-${side}`, body: { 'after-id': -1 } },
      { ...common, type: null, token: null },
    ];
    expect(left.asked.slice(0, 3)).toEqual(sent('left'));
    expect(right.asked.slice(0, 3)).toEqual(sent('right'));
  });

  it('is not sent without a token for its caller', async () => {
    const side = sequence(one());
    const { report } = await run([taped({})], side, side, { defaultTokens: { left: 'left', right: undefined } });
    expect(report.notComparedBecause).toEqual({ no_token: 1 });
  });
});

describe('pages', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const chain = [
    taped({ group_id: 'g' }, { lastId: 4002 }),
    taped({ group_id: 'g', 'after-id': 4002 }, { lastId: 4004 }),
    taped({ 'after-id': '4004', group_id: 'g' }, { lastId: -1 }),
  ];

  it('continue on each side from its own last_id', async () => {
    const [left, right] = [paged(names, { size: 2 }), paged(names, { size: 2, offset: 70 })];
    const { report } = await run(chain, left, right);
    expect(report).toMatchObject({ same: 1, ignored: 2, ignoredBy: { 'paging-ids': 2 }, notCompared: 0 });
    expect([left.asked, right.asked]).toEqual([
      [1, 2, '4'],
      [1, 72, '74'],
    ]);
  });

  it('of another caller or with other criteria are another result', async () => {
    const requests = [chain[0]!, { ...chain[1]!, caller: 'web' }, taped({ group_id: 'h', 'after-id': 4002 })];
    const { report } = await run(requests, paged(names, { size: 2 }), paged(names, { size: 2 }));
    expect(report.notComparedBecause).toEqual({ cursor_not_on_tape: 2 });
  });

  it('that end at different records are compared together', async () => {
    const { report, results } = await run(chain, paged(names, { size: 2 }), paged(names, { size: 3 }));
    expect(report).toMatchObject({ ignored: 1, ignoredBy: { 'page-boundaries': 1 }, notCompared: 2 });
    expect(results[1]).toEqual({ outcome: 'not_compared', reason: 'compared_with_an_earlier_page' });
  });

  it('that end at different records have their differences found, each once', async () => {
    const right = paged(['a', 'b', 'c', 'e', 'f'], { size: 2, offset: 70, more: { f: { rent: 1 } } });
    const { report } = await run(chain, paged(names, { size: 2 }), right);
    expect(report.differences).toMatchObject([
      { kind: 'value', path: '$.leases[*].rent', requests: 1, differences: 1, example: { record: hash('f') } },
      { kind: 'missing_record', path: '$.leases[*]', requests: 1, differences: 1, example: { record: hash('d') } },
    ]);
  });

  it('that are followed by an empty one on one side are different', async () => {
    const empty = leases([]);
    const right = sequence(
      leases(
        names.map((name) => lease(name)),
        70,
      ),
      empty,
      leases(
        names.map((name) => lease(name)),
        70,
      ),
      empty,
    );
    const { report } = await run([chain[0]!], paged(names), right);
    expect(report.differences).toMatchObject([
      { kind: 'more_follows', path: '$.last_id', example: { left: 'nothing follows', right: 'more follows' } },
    ]);
  });

  it('that are no longer there are not compared', async () => {
    const { report } = await run(chain.slice(0, 2), paged(names), paged(names));
    expect(report).toMatchObject({ same: 1, notComparedBecause: { no_such_page: 1 } });
  });
});

describe('budgets', () => {
  const requests = Array.from({ length: 10 }, () => taped({}));

  it('of requests', async () => {
    const left = sequence(one());
    const { report } = await run(requests, left, sequence(one()), { maxRequests: 3 });
    expect(report).toMatchObject({ requests: 10, same: 3, notComparedBecause: { over_budget: 7 } });
    expect(left.asked.length).toBe(3);
  });

  it('of time', async () => {
    let now = 0;
    const { report } = await run(requests, sequence(one()), sequence(one()), {
      maxSeconds: 5,
      monotonicNow: () => (now += 1000),
    });
    expect(report.same).toBe(5);
  });

  it('of requests in flight', async () => {
    let inFlight = 0;
    let most = 0;
    const slow: Ask = async () => {
      most = Math.max(most, (inFlight += 1));
      await new Promise((resolve) => setTimeout(resolve, 1));
      inFlight -= 1;
      return one();
    };
    await run(requests, slow, sequence(one()), { concurrency: 3 });
    expect(most).toBe(3);
  });
});

it('measures the noise of the left side without a difference, too', async () => {
  const requests = Array.from({ length: 40 }, () => taped({}));
  const left = sequence(one());
  const { report } = await run(requests, left, sequence(one()));
  expect(report.noise).toEqual({ asked: 2, differed: 0 });
  expect(left.asked.length).toBe(42);
});

it('counts requests and occurrences of each kind, and shows one example', async () => {
  const [left, right] = [paged(['a', 'b']), paged(['a', 'b'], { more: { a: { rent: 1 }, b: { rent: 2 } } })];
  const { report } = await run([taped({}), taped({ identifier: 'x' })], left, right);
  expect(report.differences).toMatchObject([
    { kind: 'value', path: '$.leases[*].rent', requests: 2, differences: 4, example: { line: 1, record: hash('a') } },
  ]);
});

it('keeps a status that is not JSON of its own', async () => {
  const { report } = await run([taped({})], sequence(one()), sequence(answer('<html>', 502, 'text/html')));
  expect(report.differences).toMatchObject([{ kind: 'status', path: '$', example: { left: '200', right: '502' } }]);
});
