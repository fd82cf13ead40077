/** Requests as files, so that findings of the search can be sent again. */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

import type { AttackRequest } from './request';

/** The longest body in characters that its file contains as text; a longer one is stored as gzip and base64. */
const READABLE = 2_000;

interface Saved extends Omit<AttackRequest, 'body'> {
  /** What it does, and what it cost when it was found. */
  readonly about: string;
  /** Settings of the gateway that differ from the usual ones. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly packedBody?: string;
}

export interface SavedRequest {
  readonly name: string;
  readonly about: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly request: AttackRequest;
}

export function saveRequest(folder: string, { name, about, settings, request }: SavedRequest): string {
  const { body, ...rest } = request;
  const held = body.length <= READABLE ? { body } : { packedBody: gzipSync(body, { level: 9 }).toString('base64') };
  const saved: Saved = { about, ...(Object.keys(settings).length > 0 && { settings }), ...rest, ...held };
  const path = join(folder, `${name}.json`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, `${JSON.stringify(saved, null, 2)}\n`);
  return path;
}

export function readSavedRequest(path: string): SavedRequest {
  const { about, settings = {}, body, packedBody, ...rest } = JSON.parse(readFileSync(path, 'utf8')) as Saved;
  const whole = packedBody === undefined ? (body ?? '') : gunzipSync(Buffer.from(packedBody, 'base64')).toString();
  return { name: path.replace(/^.*\/|\.json$/g, ''), about, settings, request: { ...rest, body: whole } };
}

export const savedRequests = (folder: string): SavedRequest[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => readSavedRequest(join(folder, name)));
