/** Sequences of pages. A cursor means something only to the service that issued it. */

import { createHash } from 'node:crypto';

import type { Answer } from '../comparison/compare-answers';
import { CODINGS } from '../http/codings';
import { BODY_LIMIT } from '../rest/requests';
import type { Question } from './question';

/** What `after-id` may be without a cursor (decisions 1 and 2). */
const NO_CURSOR: readonly unknown[] = [undefined, null, '1', 1, '-1', -1];

export interface AskedPage {
  /** Names the sequence: the token, the operation and the criteria, hashed. */
  readonly sequence: string;
  /** Undefined for a first page. */
  readonly cursor: string | number | undefined;
  /** The same request with another cursor. */
  at(cursor: number): Question;
}

/** The page that a request asks for. A body that cannot be read asks for a first one. */
export async function askedPage(question: Question): Promise<AskedPage> {
  const { path, headers, body } = question;
  const asked = await bodyObject(question).catch(() => undefined);
  const { 'after-id': cursor, ...criteria } = asked ?? {};
  const hash = createHash('sha256').update(
    JSON.stringify([path, headers.authorization, asked ? criteria : String(body)]),
  );
  const { 'content-encoding': _coding, ...plain } = headers;
  return {
    sequence: hash.digest('base64'),
    cursor: NO_CURSOR.includes(cursor) ? undefined : (cursor as string | number),
    at(other) {
      const afterId = typeof cursor === 'number' ? other : String(other);
      return { path, headers: plain, body: Buffer.from(JSON.stringify({ ...criteria, 'after-id': afterId })) };
    },
  };
}

/** @throws {Error} when the body cannot be decoded */
async function bodyObject({ headers, body }: Question): Promise<Readonly<Record<string, unknown>> | undefined> {
  const decode = CODINGS.get(String(headers['content-encoding'] ?? 'identity').toLowerCase());
  const read = JSON.parse(String(await decode?.(body, BODY_LIMIT))) as unknown;
  return typeof read === 'object' && read !== null ? { ...read } : undefined;
}

/** The most cursors that are remembered. */
const MOST_CURSORS = 10_000;

/** Which cursors of the two services lead to the same page, as far as the pages before them have been compared. */
export class SameCursors {
  readonly #others = new Map<string, number>();

  /** @param ids the `last_id` of two pages with the same records */
  remember({ sequence }: AskedPage, ids: { readonly served: number; readonly other: number }): void {
    this.#others.set(`${sequence} ${ids.served}`, ids.other);
    if (this.#others.size > MOST_CURSORS) this.#others.delete(this.#others.keys().next().value!);
  }

  /** The other service’s cursor for a page; undefined if it is unknown. */
  otherOf({ sequence, cursor }: AskedPage): number | undefined {
    return this.#others.get(`${sequence} ${cursor}`);
  }
}

/** The `last_id` of an answer, if it is a cursor. */
export function cursorIn({ status, body }: Answer): number | undefined {
  if (status !== 200) return undefined;
  try {
    const id = Number((JSON.parse(body) as { readonly last_id?: unknown }).last_id);
    return id > 0 ? id : undefined;
  } catch {
    return undefined;
  }
}
