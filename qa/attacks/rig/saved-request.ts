/** Requests that once cost too much, as files. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import type { AttackRequest } from './request';

interface Saved extends Omit<AttackRequest, 'body'> {
  readonly body?: string;
  /** A long body as gzip and base64. */
  readonly packedBody?: string;
}

/** Each file also says what the request does, and what it cost. */
export const savedRequests = (folder: string): AttackRequest[] =>
  readdirSync(folder).map((file) => {
    const { body, packedBody = '', ...rest } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Saved;
    return { ...rest, body: body ?? gunzipSync(Buffer.from(packedBody, 'base64')).toString() };
  });
