/** The audit trail of docs/operate/monitoring.md against the trail that it describes. Its commands are run unchanged. */

import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { OPERATIONS } from '../../src/model/operations';
import { codeBlocks, codeSpans, listItems, section } from '../docs/markdown';
import { readText } from '../docs/repository';
import { debianProgram, INSTALL_LIMIT_MS } from '../support/debian-program';
import { AUDIT_KEY, FIELDS } from './kept-trail';

const document = section(readText('docs/operate/monitoring.md'), 'The audit trail');

test('the list has every field of a line, in order, and every operation', () => {
  const fields = listItems(section(document, 'Fields'));
  expect(fields.map(([name]) => name)).toEqual(FIELDS.map((name) => `\`${name}\``));
  const documented = fields.find(([name]) => name === '`operation`')?.[1] ?? '';
  expect(codeSpans(documented)).toEqual(expect.arrayContaining([...OPERATIONS]));
});

// The programs that its commands need besides the standard tools.
beforeAll(async () => {
  await debianProgram('openssl');
  await debianProgram('jq');
}, INSTALL_LIMIT_MS);

const shell = (script: string, cwd: string, env = {}): string =>
  execFileSync('sh', ['-c', script], { cwd, encoding: 'utf8', env: { PATH: process.env.PATH, ...env } });

test('its command finds the hash of a person', () => {
  const [command = ''] = codeBlocks(section(document, 'Who it was'), 'sh');
  const hash = createHmac('sha256', AUDIT_KEY).update('jane@example.com').digest('hex').slice(0, 32);
  const encoded = `base64:${Buffer.from(AUDIT_KEY).toString('base64')}`;
  for (const key of [AUDIT_KEY, encoded]) expect(shell(command, tmpdir(), { AUDIT_KEY: key })).toBe(`${hash}\n`);
});

test('its commands find the tokens that were not used for 90 days', () => {
  const [used = '', unused = ''] = codeBlocks(section(document, 'Which tokens were not used for 90 days'), 'sh');
  const folder = mkdtempSync(join(tmpdir(), 'leasegate-unused-'));
  const line = (tokenId: string, days: number, tokenKind = 'opaque') =>
    JSON.stringify({ audit: 'lookup', tokenKind, tokenId, time: Date.now() - days * 86_400_000 });
  const lines = [
    line('1', 89),
    line('10', 0),
    line('10', 100),
    line('2', 91),
    line('3', 1, 'jwt'),
    '{"msg":"listening"}',
  ];
  const tokens = [1, 2, 3, 10, 4].map((id) => JSON.stringify({ id, revoked: id === 4 ? '2026-01-01' : null }));
  try {
    writeFileSync(join(folder, 'audit.ndjson'), `${lines.join('\n')}\n`);
    shell(used, folder);
    const list = unused.replace('leasegate token list', `printf '%s\\n' '${tokens.join("' '")}'`);
    expect(shell(list, folder)).toBe('2\n3\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
