/** Mutations of headers, tokens and targets. */

import type { Dice } from '../../../test/oracle/generate/dice';
import type { AttackRequest } from '../rig/request';
import { changedValue } from './json-changes';
import { HEADER_NAMES, HEADER_VALUES, PIECES, QUERY_NAMES, TARGETS } from './pieces';
import { changedText, longText } from './text-changes';

type Header = readonly [name: string, value: string];

/** The limit of a head in bytes, less the lines that every request has. */
const HEAD_LIMIT = 15_600;
/** A caller without a token may send any `Authorization`, except one that happens to be valid. */
const TOKEN_PARTS = 3;

const sizeOf = ({ target, headers }: AttackRequest): number =>
  target.length + headers.reduce((sum, [name, value]) => sum + name.length + Buffer.byteLength(value) + 4, 0);

/** Without characters that Node allows in no header value. */
const plain = (value: string): string => value.replace(/(?!\t)\p{Cc}|\p{Cs}/gu, '');

export function changedHeaders(dice: Dice, request: AttackRequest): AttackRequest {
  const headers: Header[] = [...request.headers];
  const room = Math.max(0, HEAD_LIMIT - sizeOf(request));
  const at = dice.between(0, Math.max(0, headers.length - 1));
  const old = headers[at];
  const value = (limit: number, before = ''): string =>
    plain(
      dice.weighted<string>(
        [3, () => changedText(dice, before || dice.pick(HEADER_VALUES), HEADER_VALUES, before.length + limit)],
        [2, () => dice.pick(HEADER_VALUES) + longText(dice, limit) + dice.pick(PIECES)],
        [2, () => longText(dice, limit)],
        [1, () => dice.pick(HEADER_VALUES)],
      ),
    ).slice(0, before.length + limit);
  dice.weighted<unknown>(
    [4, () => headers.push([dice.pick(HEADER_NAMES), value(room - 30)])],
    [3, () => old && headers.splice(at, 1, [old[0], value(room, old[1])])],
    [1, () => headers.splice(at, 1)],
    [1, () => request.token || headers.push(['Authorization', `Bearer ${token(dice, room - 30)}`])],
    [1, () => old && headers.push(...Array.from({ length: copies(dice, room, old) }, () => old))],
    [1, () => headers.push(...Array.from({ length: Math.floor(room / 9) }, (_, nth): Header => [`x${nth}`, '1']))],
  );
  const changed = { ...request, headers };
  return sizeOf(changed) > HEAD_LIMIT ? request : changed;
}

const copies = (dice: Dice, room: number, [name, value]: Header): number =>
  Math.min(dice.pick([1, 10, 100, 1_000]), Math.floor(room / (name.length + value.length + 4)));

/** Similar to a JSON Web Token, but without a valid signature. */
function token(dice: Dice, limit: number): string {
  const part = (): string => {
    const value = changedValue(dice, { alg: 'HS256', kid: 'x', crit: ['x'], b64: true, exp: 4e9 }, limit / 3);
    return Buffer.from(JSON.stringify(value)).toString('base64url');
  };
  const parts = Array.from({ length: dice.chance(80) ? TOKEN_PARTS : dice.between(1, 6) }, part);
  return dice.chance(80) ? parts.join('.') : plain(longText(dice, limit));
}

export function changedTarget(dice: Dice, request: AttackRequest): AttackRequest {
  const { target, method } = request;
  const room = Math.max(0, HEAD_LIMIT - sizeOf(request));
  const escaped = (text: string): string => (dice.chance(50) ? encodeURIComponent(plain(text)) : legal(text));
  const next = dice.weighted<string>(
    [3, () => dice.pick(TARGETS)],
    [3, () => legal(changedText(dice, target, TARGETS, target.length + room))],
    [
      2,
      () => target + (target.includes('?') ? '&' : '?') + dice.pick(QUERY_NAMES) + '=' + escaped(longText(dice, room)),
    ],
    [2, () => target + '/' + legal(longText(dice, room))],
    [1, () => target + '?' + `${dice.pick(QUERY_NAMES)}${dice.pick(['', '[]', '=', '[a][b]=1'])}&`.repeat(room / 24)],
  );
  const changed = {
    ...request,
    target: next.slice(0, HEAD_LIMIT),
    method: dice.chance(90) ? method : dice.pick(['GET', 'POST', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'QUERY']),
  };
  return sizeOf(changed) > HEAD_LIMIT ? request : changed;
}

/** Characters that a target may contain. */
const legal = (text: string): string =>
  Buffer.from(text.replace(/\s|\p{Cc}/gu, '%0a'))
    .toString('latin1')
    .replace(/[\x80-\xff]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
