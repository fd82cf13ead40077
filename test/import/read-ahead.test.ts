import { readAhead } from '../../ingest/import/read-batches';

describe('readAhead', () => {
  let log: string[];
  beforeEach(() => {
    log = [];
  });

  const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

  async function* numbers(upTo: number, failAt = Infinity): AsyncGenerator<number, void> {
    try {
      for (let number = 1; number <= upTo; number += 1) {
        await turn();
        if (number === failAt) throw new Error(`no ${number}`);
        log.push(`made ${number}`);
        yield number;
      }
    } finally {
      await turn();
      log.push('at rest');
    }
  }

  async function use(source: AsyncGenerator<number, void>, failAt?: number): Promise<void> {
    for await (const number of readAhead(source)) {
      log.push(`began ${number}`);
      for (let turns = 0; turns < 5; turns += 1) await turn();
      if (number === failAt) throw new Error(`failed at ${number}`);
      log.push(`ended ${number}`);
    }
  }

  it('prepares the next item while one is worked on, but not two', async () => {
    await use(numbers(3));
    expect(log).toEqual([
      'made 1',
      'began 1',
      'made 2',
      'ended 1',
      'began 2',
      'made 3',
      'ended 2',
      'began 3',
      'at rest',
      'ended 3',
    ]);
  });

  it('throws an error of the source after the items before it', async () => {
    await expect(use(numbers(3, 2))).rejects.toThrow('no 2');
    expect(log.filter((line) => line !== 'at rest')).toEqual(['made 1', 'began 1', 'ended 1']);
  });

  it('ends after the source when the work fails, even while the next item is being prepared', async () => {
    await expect(use(numbers(9), 2)).rejects.toThrow('failed at 2');
    expect(log.at(-1)).toBe('at rest');
    expect(log).not.toContain('made 4');
  });

  it('throws the error of the work when the source fails, too', async () => {
    await expect(use(numbers(9, 3), 2)).rejects.toThrow('failed at 2');
    expect(log.at(-1)).toBe('at rest');
  });
});
