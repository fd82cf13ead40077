/** One HTTP request and its answer. It follows no redirect and adds no header of its own. */

import { Agent, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

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

async function answerOf(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += (chunk as Buffer).length;
    if (size > LARGEST_BODY) throw new Error(`the body has more than ${LARGEST_BODY} bytes`);
    chunks.push(chunk as Buffer);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  return { status: response.statusCode ?? 0, headers: response.headers, text, json: parsed(text) };
}

/**
 * @param agent keeps connections; without one, each request has its own
 * @throws {Error} if the whole answer does not arrive within the time limit
 */
export function exchange(
  baseUrl: string,
  { method, path, headers, body }: HttpRequest,
  limitMs: number,
  agent: Agent | false = false,
): Promise<Answer> {
  const { protocol, hostname, port, pathname } = new URL(baseUrl);
  const send = protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const outgoing = send(
      {
        protocol,
        hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
        port: port || undefined,
        path: `${pathname.replace(/\/$/, '')}${path}`,
        method,
        headers,
        agent,
      },
      (response) => void answerOf(response).then(resolve, reject),
    );
    const timer = setTimeout(() => outgoing.destroy(new Error(`no answer within ${limitMs} ms`)), limitMs);
    outgoing.on('close', () => clearTimeout(timer));
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** One connection to a server, which is kept between requests. */
export function keptConnection(baseUrl: string): Agent {
  const options = { keepAlive: true, maxSockets: 1 };
  return baseUrl.startsWith('https:') ? new HttpsAgent(options) : new Agent(options);
}
