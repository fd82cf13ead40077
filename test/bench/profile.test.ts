import { type Profile, type ProfileNode, summarise, summaryText } from '../../bench/profile/summary';

const node = (id: number, functionName: string, url = '', scriptId = '0'): ProfileNode => ({
  id,
  callFrame: { functionName, scriptId, url, lineNumber: 6 },
});

/** One millisecond in each frame, and ten idle ones. */
const PROFILE: Profile = {
  nodes: [
    node(1, '(idle)'),
    node(2, '(garbage collector)'),
    node(3, 'writev'),
    node(4, 'writeHead', 'node:_http_server', '9'),
    node(5, 'render', 'file:///gate/dist/rest/render.js', '10'),
    node(6, '', 'file:///gate/node_modules/@apollo/server/dist/cjs/run.js', '11'),
    node(7, 'parse', '/gate/node_modules/outer/node_modules/mysql2/lib/packet.js', '12'),
    node(8, 'readRow', '', '13'),
    node(9, 'render', 'file:///gate/dist/rest/render.js', '10'),
  ],
  samples: [1, 2, 3, 4, 5, 6, 7, 8, 9, 1],
  timeDeltas: [0, 10_000, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000],
};

test('time is divided among packages, layers and the rest; idle time is left out', () => {
  const { origins } = summarise(PROFILE);
  expect(origins[0]).toEqual({ name: 'src/rest', share: 0.25 });
  expect(origins.slice(1).map(({ name }) => name)).toEqual([
    'garbage collector',
    'native code',
    'node internals',
    '@apollo/server',
    'mysql2',
    'code made at run time',
  ]);
  for (const { share } of origins.slice(1)) expect(share).toBe(1 / 8);
});

test('functions are listed by their own time, for all callers together', () => {
  const { functions } = summarise(PROFILE);
  expect(functions[0]).toEqual({ name: 'render src/rest/render.js:7', share: 0.25 });
  expect(functions.map(({ name }) => name)).toContain('(anonymous) @apollo/server/dist/cjs/run.js:7');
});

test('the text lists the requested number of functions', () => {
  expect(summaryText(summarise(PROFILE), 1)).toMatch(
    / 25\.0 % {2}src\/rest\n[^]* 25\.0 % {2}render src\/rest\/render\.js:7$/,
  );
});
