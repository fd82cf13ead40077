import { Started } from '../../tools/demo/run-until-signal';

test('everything is ended in reverse order, one after the other, each once', async () => {
  const started = new Started();
  const said: string[] = [];
  for (const name of ['database', 'gateway', 'bar'])
    started.add(async () => {
      said.push(`${name} ends`);
      await new Promise((resolve) => setImmediate(resolve));
      said.push(`${name} ended`);
    });
  expect(started.isEnding).toBe(false);
  const ending = started.end();
  expect(started.isEnding).toBe(true);
  await Promise.all([ending, started.end()]);
  expect(said.filter((line) => line.endsWith('ends'))).toEqual(['bar ends', 'gateway ends', 'database ends']);
  expect(said).toHaveLength(6);
  await started.end();
  expect([said.length, started.isEnding]).toEqual([6, false]);
});

test('a failure to end is thrown, and the next call ends what was started before', async () => {
  const started = new Started();
  const ended: string[] = [];
  started.add(() => ended.push('database'));
  started.add(() => Promise.reject(new Error('stuck')));
  await expect(started.end()).rejects.toThrow('stuck');
  expect([ended, started.isEnding]).toEqual([[], false]);
  await started.end();
  expect(ended).toEqual(['database']);
});
