import { EventEmitter } from 'node:events';
import type { WriteStream } from 'node:tty';

import { seedingProgress, Started } from '../../tools/demo/run-until-signal';

test('interrupted progress is erased from the terminal and does not return', async () => {
  let text = '';
  const write = (part: string) => {
    text += part;
    return true;
  };
  const terminal = Object.assign(new EventEmitter(), { isTTY: true, columns: 80, write }) as unknown as WriteStream;
  const started = new Started();
  const progress = seedingProgress(terminal, started);
  progress.update(10, 100, '10 leases');
  expect(text).toContain('10 leases');
  await started.end();
  const left = text;
  expect(left.endsWith('\r\u001b[K')).toBe(true);
  progress.update(20, 100, '20 leases');
  progress.stop();
  expect(text).toBe(left);
});
