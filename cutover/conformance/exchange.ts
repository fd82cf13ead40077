/** One HTTP request and its answer. It follows no redirect and adds no header of its own. */

import type { IncomingHttpHeaders } from 'node:http';

import { exchange as send, type Target, targetAt } from '../contract/exchange';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export interface HttpRequest {
  readonly method: string;
  /** Appended to the path of the base URL. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Undefined if the body is not JSON. */
  readonly json: Json | undefined;
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const LARGEST_BODY = 64 * 1024 * 1024;

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/**
 * @param kept the server, whose connection is kept; without it, the request has a connection of its own
 * @throws {NoAnswer} if the whole answer does not arrive within the time limit
 */
export async function exchange(
  baseUrl: string,
  { method, path, headers, body }: HttpRequest,
  timeoutMs: number,
  kept?: Target,
): Promise<Answer> {
  const target = kept ?? targetAt(new URL(baseUrl), 1);
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const more = [
    ...(names.includes('host') ? [] : ['Host', target.url.host]),
    // A request without a body says so.
    ...(body === undefined && method === 'POST' && !names.includes('content-length') ? ['Content-Length', '0'] : []),
  ];
  const sent = { method, path, headers: [...more, ...Object.entries(headers).flat()] };
  try {
    const received = await send(target, sent, body, { timeoutMs, mostBytes: LARGEST_BODY });
    const text = received.bytes.toString('utf8');
    return { status: received.status, headers: received.headers, text, json: parsed(text) };
  } finally {
    if (kept === undefined) target.agent.destroy();
  }
}
