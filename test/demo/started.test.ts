import { Started } from '../../tools/demo/run-until-signal';

test('what the demo has started ends in reverse order, one after the other', async () => {
  const [started, ended] = [new Started(), [] as string[]];
  for (const name of ['database', 'gateway', 'progress']) {
    started.add(async () => {
      await Promise.resolve();
      ended.push(name);
    });
  }
  await started.end();
  expect(ended).toEqual(['progress', 'gateway', 'database']);
});
