/** The two interfaces as documents: `/openapi.json`, and `/schema.graphql` for whom `INTROSPECTION` lets read it (decision 58). */

import { createHash } from 'node:crypto';

import type { Endpoint } from '../http/endpoint';
import { namesTag } from '../http/entity-tag';
import { errorEnvelope } from '../http/error-responses';
import { send } from '../http/send';
import type { Settings } from '../config/settings';

export interface DocumentOptions {
  readonly settings: Pick<Settings, 'basePath' | 'introspection'>;
  /** The GraphQL schema in SDL. */
  readonly printSchema: () => string;
}

export function documentEndpoints({ settings, printSchema }: DocumentOptions): Endpoint[] {
  const { basePath, introspection } = settings;
  const openApi = endpoint({
    path: '/openapi.json',
    mediaType: 'application/json',
    // Few gateways are ever asked for it.
    text: async () => (await import('../rest/openapi/document.ts')).printedOpenApi(basePath),
  });
  if (introspection === 'off') return [openApi];
  const schema = { path: '/schema.graphql', mediaType: 'text/plain', text: async () => printSchema() };
  return [openApi, endpoint({ ...schema, needsToken: introspection === 'token' })];
}

interface Document {
  readonly path: string;
  readonly mediaType: string;
  /** Asked for once, when the document is first asked for. */
  readonly text: () => Promise<string>;
  /** Where only a caller with a good token may read it. */
  readonly needsToken?: boolean;
}

function endpoint({ path, mediaType, text, needsToken = false }: Document): Endpoint {
  const caching = needsToken ? { 'Cache-Control': 'private, no-cache', Vary: 'Authorization' } : PUBLIC;
  const make = async () => {
    const whole = await text();
    return { text: whole, tag: tagOf(whole) };
  };
  let made: ReturnType<typeof make> | undefined;
  return {
    path,
    door: 'web',
    methods: ['GET', 'HEAD'],
    ...(needsToken && { token: 'required' }),
    async answer(request, response, asker) {
      if (needsToken) await asker.identify();
      const { text: whole, tag } = await (made ??= make().catch((failure: unknown) => {
        // One that could not be made is made again.
        made = undefined;
        throw failure;
      }));
      const headers = { ETag: tag, ...caching };
      if (namesTag(request.headers['if-none-match'], tag)) response.writeHead(304, headers).end();
      else send(response, 200, whole, { ...headers, 'Content-Type': `${mediaType}; charset=utf-8` });
    },
    errorBody: errorEnvelope,
  };
}

const PUBLIC = { 'Cache-Control': 'public, no-cache' };

const tagOf = (text: string): string => `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
