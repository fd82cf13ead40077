/** The pages and their assets, which `web/build.mjs` writes to `dist/web/`. They are read on first use and cached. */

import { readFile } from 'node:fs/promises';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import { ServiceError } from '../errors';
import { Content } from '../http/content';
import { packageFolder } from '../package';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

/** The manifest of the build. */
interface Manifest {
  /** Changes with every asset. It is part of their paths, so that browsers may cache each for ever. */
  readonly version: string;
  readonly assets: readonly string[];
}

type Send = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface Site {
  page(name: string, ...exchange: Parameters<Send>): Promise<void>;
  /** @throws {ServiceError} `unknown_endpoint` */
  readonly asset: Send;
}

/** @param explain whether the reference shows the GraphQL operation of a request (decision 81) */
export async function loadSite(basePath: string, explain: 'on' | 'off'): Promise<Site> {
  const folder = join(packageFolder(), 'dist', 'web');
  const { version, assets } = JSON.parse(await readFile(join(folder, 'site.json'), 'utf8')) as Manifest;
  const assetPath = `/assets/${version}/`;
  const names = new Map(assets.map((name) => [assetPath + name, name]));

  const asset = cached(async (name) => {
    const gzipped = await readFile(join(folder, 'assets', `${name}.gz`));
    return new Content(gzipped, { ...ASSET_HEADERS, 'Content-Type': TYPES[extname(name)] });
  });
  const page = cached(async (name) => {
    const template = await readFile(join(folder, 'pages', `${name}.html`), 'utf8');
    const html = template
      .replaceAll('{{base}}', basePath)
      .replaceAll('{{assets}}', basePath + assetPath)
      .replace('{{explain}}', explain);
    return new Content(await promisify(gzip)(html), { ...PAGE_HEADERS, 'Content-Type': 'text/html; charset=utf-8' });
  });

  return {
    page: async (name, request, response) => (await page(name)).send(request, response),
    async asset(request, response) {
      const name = names.get(request.url?.split('?')[0] ?? '');
      if (name === undefined) throw new ServiceError('unknownEndpoint');
      await (await asset(name)).send(request, response);
    },
  };
}

/** Reads each name once, and again only after a failure. The names come from the build, so their number is bounded. */
function cached(read: (name: string) => Promise<Content>): (name: string) => Promise<Content> {
  const contents = new Map<string, Promise<Content>>();
  return (name) => {
    const known = contents.get(name);
    if (known !== undefined) return known;
    const reading = read(name);
    contents.set(name, reading);
    reading.catch(() => contents.delete(name));
    return reading;
  };
}

/** The pages contain a token, so they allow nothing from another host, nothing inline, no `eval` and no frames. */
const POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  // The style sheets of the two libraries contain icons.
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
  'base-uri': "'none'",
};

const EVERYWHERE = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

export const PAGE_HEADERS: OutgoingHttpHeaders = {
  ...EVERYWHERE,
  'Content-Security-Policy': Object.entries(POLICY)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  // `/graphql` answers with a page or with GraphQL.
  Vary: 'Accept',
  // Browsers revalidate each time, at the cost of a 304.
  'Cache-Control': 'no-cache',
};

export const ASSET_HEADERS: OutgoingHttpHeaders = {
  ...EVERYWHERE,
  'Cache-Control': 'public, max-age=31536000, immutable',
};
