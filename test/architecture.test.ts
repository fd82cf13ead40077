/** Dependencies point one way: each layer lists what it may import, and imports nothing else. Oxlint refuses circles of files. */

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

const ROOT = join(__dirname, '..');

interface Part {
  /** What it may import of `src`: layers, and the files that commands share at a terminal. */
  readonly layers: readonly string[];
  readonly files: readonly string[];
  readonly packages: readonly string[];
}

/** The folders beside `src`. Neither `src` nor the other part imports them. */
const PARTS: Readonly<Record<string, Part>> = {
  // What writes.
  ingest: {
    layers: ['model', 'errors', 'config', 'db'],
    files: ['cli/program', 'cli/terminal', 'cli/with-database', 'cli/signals', 'cli/progress', 'cli/check'],
    packages: ['commander', 'csv-parse', 'kysely', 'mysql2'],
  },
  // What stands between an old service and this one.
  cutover: {
    layers: ['model', 'errors', 'config', 'package'],
    files: ['cli/program', 'cli/terminal', 'cli/signals', 'cli/progress'],
    packages: ['commander'],
  },
};

/** A layer is a folder of `src`, or a file directly in it; innermost first. */
const LAYERS: Readonly<Record<string, { layers: string[]; packages: string[] }>> = {
  errors: { layers: [], packages: [] },
  package: { layers: [], packages: [] },
  model: { layers: [], packages: [] },
  observer: { layers: ['errors', 'model'], packages: [] },
  auth: { layers: ['errors', 'model', 'observer'], packages: ['jose'] },
  config: { layers: ['model', 'auth'], packages: [] },
  db: { layers: ['errors', 'package', 'model', 'observer', 'config'], packages: ['kysely', 'mysql2'] },
  'rate-limit': { layers: ['errors', 'model'], packages: [] },
  lookups: { layers: ['errors', 'model', 'observer', 'db'], packages: ['dataloader'] },
  http: { layers: ['errors', 'model', 'observer'], packages: ['content-type', 'express'] },
  telemetry: {
    layers: ['errors', 'model', 'observer'],
    packages: [
      '@opentelemetry/api',
      '@opentelemetry/exporter-trace-otlp-proto',
      '@opentelemetry/resources',
      '@opentelemetry/sdk-trace-base',
      'pino',
      'prom-client',
    ],
  },
  schema: { layers: ['errors', 'model'], packages: ['graphql', 'type-graphql'] },
  // The transports use the lookups and never import the database.
  // `schema` for the cursor of an explained operation.
  rest: { layers: ['errors', 'model', 'config', 'lookups', 'http', 'schema'], packages: ['express'] },
  // The requests and the answers of its tools are those of REST.
  mcp: {
    layers: ['errors', 'model', 'observer', 'config', 'lookups', 'http', 'rest'],
    packages: ['@modelcontextprotocol/server', 'express'],
  },
  resolvers: { layers: ['errors', 'model', 'lookups', 'schema'], packages: ['graphql', 'type-graphql'] },
  graphql: {
    layers: ['errors', 'model', 'observer', 'config', 'lookups', 'http', 'resolvers'],
    packages: [
      '@apollo/server',
      '@apollo/utils.keyvaluecache',
      'express',
      'graphql',
      'graphql-jit',
      'pino',
      'reflect-metadata',
      'type-graphql',
    ],
  },
  server: {
    layers: [
      'errors',
      'package',
      'model',
      'observer',
      'config',
      'db',
      'auth',
      'rate-limit',
      'lookups',
      'http',
      'telemetry',
      'rest',
      'mcp',
      'graphql',
    ],
    packages: ['cors', 'express', 'pino', 'prom-client'],
  },
  cli: {
    layers: [
      'errors',
      'package',
      'model',
      'lookups',
      'config',
      'db',
      'auth',
      'rate-limit',
      'http',
      'telemetry',
      'rest',
      'graphql',
      'server',
    ],
    packages: ['commander', 'kysely', 'pino'],
  },
  main: { layers: ['package', 'cli'], packages: [] },
};

interface SourceFile {
  readonly path: string;
  /** The first folder of its path, or its own name without the ending. */
  readonly layer: string;
  readonly text: string;
  readonly imports: readonly string[];
}

function filesIn(folder: string): SourceFile[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => {
      const path = relative(join(ROOT, folder), join(entry.parentPath, entry.name));
      const text = readFileSync(join(ROOT, folder, path), 'utf8');
      const imports = [
        ...text.matchAll(/^(?:import |\} from |export (?:\*|\{.*\}) from )[^'\n]*'([^']+)';$/gm),
        ...text.matchAll(/\bimport\('([^']+)'\)/g),
      ].map((match) => match[1]!);
      return { path, layer: path.split('/')[0]!.replace(/\.ts$/, ''), text, imports };
    });
}

const files: readonly SourceFile[] = filesIn('src');

/** The imports that a file may not have. @param targets paths from the root, of folders or of files without their ending */
function strangers(
  folder: string,
  file: SourceFile,
  targets: readonly string[],
  packages: readonly string[],
): string[] {
  const isAllowed = (name: string): boolean => {
    if (!name.startsWith('.')) return packages.includes(name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
    const path = join(folder, file.path, '..', name);
    // `import()` names a file with its ending.
    return targets.some((target) => path.replace(/\.ts$/, '') === target || path.startsWith(`${target}/`));
  };
  return file.imports
    .filter((name) => !name.startsWith('node:') && !isAllowed(name))
    .map((name) => `${folder}/${file.path} imports ${name}`);
}

test.each(files.map((file) => [file.path, file] as const))('src/%s imports only what its layer may', (_path, file) => {
  const { layers, packages } = LAYERS[file.layer]!;
  const targets = [file.layer, ...layers].map((layer) => `src/${layer}`);
  expect(strangers('src', file, targets, packages)).toEqual([]);
});

test.each(Object.entries(PARTS))('%s imports of src only what it may', (part, { layers, files: shared, packages }) => {
  const targets = [part, ...[...layers, ...shared].map((path) => `src/${path}`)];
  expect(filesIn(part).flatMap((file) => strangers(part, file, targets, packages))).toEqual([]);
});

test.each(['src', ...Object.keys(PARTS)])('each file of %s has a name in kebab-case that says a subject', (folder) => {
  const paths = filesIn(folder).map(({ path }) => path);
  expect(paths.filter((path) => !/^[a-z0-9]+(-[a-z0-9]+)*\.ts$/.test(basename(path)))).toEqual([]);
  expect(paths.filter((path) => /util|helper|common|misc/.test(path))).toEqual([]);
});

test('each layer is there, and below those that import it', () => {
  const order = Object.keys(LAYERS);
  expect(new Set(files.map(({ layer }) => layer))).toEqual(new Set(order));
  for (const [layer, { layers }] of Object.entries(LAYERS)) {
    for (const below of layers) expect([layer, order.indexOf(below) < order.indexOf(layer)]).toEqual([layer, true]);
  }
});

test('the compiler checks it: src refers to no other project, and each part beside it to src alone', () => {
  const referencesOf = (folder: string): unknown =>
    (JSON.parse(readFileSync(join(ROOT, folder, 'tsconfig.json'), 'utf8')) as { references?: unknown }).references;
  expect(referencesOf('src')).toBeUndefined();
  for (const part of Object.keys(PARTS)) expect(referencesOf(part)).toEqual([{ path: '../src' }]);
});

test('no lookup begins a query on a table of records but where their visibility is', () => {
  const begin = /(selectFrom\(|hinted\(|\.raw\(.*)'(units|tenants|leases|lease_tenants)\b/;
  const beginners = files.filter(({ layer, text }) => layer !== 'cli' && begin.test(text));
  expect(beginners.map(({ path }) => path)).toEqual(['db/visible-records.ts']);
});

/** They imitate a slow client or a pace, or pause for longer than a limit, which is their subject. */
const PAUSES = [
  'cli/stopping.full.test.ts',
  'http/raw.ts',
  'http/recent-problems.test.ts',
  'http/slow-clients.full.test.ts',
  'http/slow-readers.test.ts',
  'import/lost-source.test.ts',
  'isolation/crowd.test.ts',
  'scale/load.ts',
  'support/until.ts',
];

test('a test waits for its condition with `until`, and never sleeps and hopes', () => {
  const names = readdirSync(__dirname, { recursive: true, encoding: 'utf8' });
  const pausing = names.filter(
    (name) => name.endsWith('.ts') && /setTimeout as sleep\b/.test(readFileSync(join(__dirname, name), 'utf8')),
  );
  expect(pausing.filter((name) => name !== 'architecture.test.ts').toSorted()).toEqual(PAUSES);
});
