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

const refused = expect.objectContaining({ reason: 'invalidCursor' });

/** Ways to write the same bytes in base64 that a tolerant decoder accepts. */
const SPELLINGS: readonly (readonly [string, (id: string) => string])[] = [
  ['padding', (id) => `${id}=`],
  ['a line end', (id) => `${id}\n`],
  ['a space', (id) => `${id.slice(0, 4)} ${id.slice(4)}`],
  ['a character of no alphabet', (id) => `${id}.`],
  ['unused bits', (id) => id.slice(0, -1) + String.fromCharCode(id.charCodeAt(id.length - 1) + 1)],
];

test.each(SPELLINGS)('no other spelling is accepted: %s', (_name, spelt) => {
  const [id, cursor] = [spelt(encodeNodeId('lease', 17)), spelt(encodeCursor('lease', 1))];
  expect([id, cursor].map((each) => Buffer.from(each, 'base64url').toString('latin1'))).toEqual([
    'lease:17',
    'after:lease:1',
  ]);
  expect(decodeNodeId(id)).toBeUndefined();
  expect(() => decodeCursor('lease', cursor)).toThrow(refused);
});

test.each(['lease:17:', 'lease:017', 'lease:+17', 'lease:17.0', 'lease:0', 'Lease:17', `lease:${MOST + 1}`])(
  '%s is no node id, and no cursor of leases',
  (plain) => {
    expect(decodeNodeId(text(plain))).toBeUndefined();
    expect(() => decodeCursor('lease', text(`after:${plain}`))).toThrow(refused);
  },
);

test('an id of another kind, or of the other use, is refused', () => {
  expect(decodeNodeId(text('unit:17'))).toBeUndefined();
  expect(decodeNodeId(text('after:lease:17'))).toBeUndefined();
  for (const plain of ['after:tenant:17', 'before:lease:17', 'lease:17'])
    expect(() => decodeCursor('lease', text(plain))).toThrow(refused);
});
