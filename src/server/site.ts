/** The pages and their assets as `web/build.mjs` leaves them in `dist/web/`, read on first use and kept. */

import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import { ServiceError } from '../errors';
import { Content } from '../http/content';
import { ASSET_HEADERS, PAGE_HEADERS } from '../http/security-headers';
import { packageFolder } from '../package';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

/** What the build says of itself. */
interface Manifest {
  /** Another one whenever any asset is: it is part of their paths, so that each may be kept for ever. */
  readonly version: string;
  readonly assets: readonly string[];
}

type Send = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface Site {
  page(name: string, ...exchange: Parameters<Send>): Promise<void>;
  /** @throws {ServiceError} `unknown_endpoint` */
  readonly asset: Send;
}

export async function loadSite(basePath: string): Promise<Site> {
  const folder = join(packageFolder(), 'dist', 'web');
  const { version, assets } = JSON.parse(await readFile(join(folder, 'site.json'), 'utf8')) as Manifest;
  const assetPath = `/assets/${version}/`;
  const names = new Map(assets.map((name) => [assetPath + name, name]));

  const asset = kept(async (name) => {
    const gzipped = await readFile(join(folder, 'assets', `${name}.gz`));
    return new Content(gzipped, { ...ASSET_HEADERS, 'Content-Type': TYPES[extname(name)] });
  });
  const page = kept(async (name) => {
    const template = await readFile(join(folder, 'pages', `${name}.html`), 'utf8');
    const html = template.replaceAll('{{base}}', basePath).replaceAll('{{assets}}', basePath + assetPath);
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

/** Reads each name once; one that could not be read is read again. Names are those of the build alone. */
function kept(read: (name: string) => Promise<Content>): (name: string) => Promise<Content> {
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
