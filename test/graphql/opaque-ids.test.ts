/** Node ids and cursors: exactly one text is the id of a record, and no other is accepted. */

import { decodeCursor, decodeNodeId, encodeCursor, encodeNodeId, KINDS } from '../../src/schema/opaque-ids';

const text = (plain: string): string => Buffer.from(plain, 'latin1').toString('base64url');
const MOST = Number.MAX_SAFE_INTEGER;

test.each(KINDS)('the ids and cursors of a %s can be read again', (kind) => {
  for (const rowId of [1, 10, 4_294_967_296, MOST]) {
    expect(decodeNodeId(encodeNodeId(kind, rowId))).toEqual({ kind, rowId });
    expect(decodeCursor(kind, encodeCursor(kind, rowId))).toBe(rowId);
  }
});

/** Other texts that a tolerant decoder would accept. */
const otherSpellings = (id: string): readonly string[] => [
  Buffer.from(id, 'base64url')
    .toString('base64')
    .padEnd(id.length + 1, '='),
  `${id}=`,
  `${id}\n`,
  ` ${id}`,
  `${id.slice(0, 4)} ${id.slice(4)}`,
  `${id}.`,
  // Unused bits of the last character.
  id.slice(0, -1) + String.fromCharCode(id.charCodeAt(id.length - 1) + 1),
];

test('no other spelling in base64 is accepted', () => {
  const [id, cursor] = [encodeNodeId('lease', 17), encodeCursor('lease', 1)];
  for (const [written, plain] of [
    [id, 'lease:17'],
    [cursor, 'after:lease:1'],
  ] as const) {
    for (const other of otherSpellings(written)) {
      // A tolerant decoder does accept it, or the list above would prove nothing.
      expect(Buffer.from(other, 'base64url').toString('latin1')).toBe(plain);
      expect(decodeNodeId(other)).toBeUndefined();
      expect(() => decodeCursor('lease', other)).toThrow(expect.objectContaining({ reason: 'invalidCursor' }));
    }
  }
});

test.each([
  'lease:17:',
  'lease:017',
  'lease:+17',
  'lease:17.0',
  'lease:0',
  'Lease:17',
  'unit:17',
  `lease:${MOST + 1}`,
  'after:lease:17',
])('%s is no node id', (plain) => expect(decodeNodeId(text(plain))).toBeUndefined());

test.each([
  'after:lease:17:',
  'after:lease:017',
  'after:lease:0',
  `after:lease:${MOST + 1}`,
  'after:tenant:17',
  'before:lease:17',
  'lease:17',
])('%s is no cursor of leases', (plain) =>
  expect(() => decodeCursor('lease', text(plain))).toThrow(expect.objectContaining({ reason: 'invalidCursor' })),
);
