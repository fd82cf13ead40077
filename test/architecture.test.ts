/** Dependencies point one way: each layer lists what it may import, and imports nothing else. */

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, posix, relative, sep } from 'node:path';

const ROOT = join(__dirname, '..');
const SOURCE = join(ROOT, 'src');

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
  resolvers: {
    layers: ['errors', 'model', 'lookups', 'schema'],
    packages: ['graphql', 'type-graphql'],
  },
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
  readonly layer: string;
  readonly text: string;
  readonly imports: readonly string[];
}

function filesIn(folder: string): SourceFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => {
      const path = relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/');
      const text = readFileSync(join(folder, path), 'utf8');
      const imports = [
        ...text.matchAll(/^(?:import |\} from |export (?:\*|\{.*\}) from )[^'\n]*'([^']+)';$/gm),
        ...text.matchAll(/\bimport\('([^']+)'\)/g),
      ].map((match) => match[1]!);
      return { path, layer: path.split('/')[0]!.replace(/\.ts$/, ''), text, imports };
    });
}

const files: readonly SourceFile[] = filesIn(SOURCE);
const paths = new Set(files.map(({ path }) => path));
const parts = Object.entries(PARTS).flatMap(([part, allowed]) =>
  filesIn(join(ROOT, part)).map((file) => [`${part}/${file.path}`, file, part, allowed] as const),
);

/** The layer that a relative import leads to. */
function layerOf(file: SourceFile, target: string): string {
  const absolute = join(SOURCE, file.path, '..', target);
  const [first = '', second = ''] = relative(SOURCE, absolute).split(sep);
  // `import()` names a file with its ending.
  return (first === '..' ? second : first).replace(/\.ts$/, '');
}

function packageOf(name: string): string {
  return name.split('/', name.startsWith('@') ? 2 : 1).join('/');
}

describe.each(files.map((file) => [file.path, file] as const))('src/%s', (_path, file) => {
  it('belongs to a layer and imports only what the layer may', () => {
    const allowed = LAYERS[file.layer];
    expect(allowed).toBeDefined();
    for (const name of file.imports) {
      if (name.startsWith('node:')) continue;
      if (name.startsWith('.')) expect([file.layer, ...allowed!.layers]).toContain(layerOf(file, name));
      else expect(allowed!.packages).toContain(packageOf(name));
    }
  });

  it('is short, has a name in kebab-case that says a subject, and exports by name', () => expectGoodForm(file));
});

function expectGoodForm({ path, text }: SourceFile): void {
  expect(text.split('\n').length).toBeLessThanOrEqual(300);
  expect(basename(path)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*\.ts$/);
  expect(path).not.toMatch(/util|helper|common|misc/);
  expect(text).not.toMatch(/^export default/m);
}

describe.each(parts)('%s', (path, file, part, { layers, files: shared, packages }) => {
  it('imports of src only what its part may', () => {
    for (const name of file.imports) {
      if (name.startsWith('node:')) continue;
      if (!name.startsWith('.')) {
        expect(packages).toContain(packageOf(name));
        continue;
      }
      const [target, ...rest] = relative(ROOT, join(ROOT, path, '..', name)).split(sep);
      if (target === part) continue;
      const inside = rest.join('/').replace(/\.ts$/, '');
      const isAllowed = shared.includes(inside) || layers.includes(inside.split('/')[0]!);
      expect([name, target, isAllowed]).toEqual([name, 'src', true]);
    }
  });

  it('has the form of every file', () => {
    expectGoodForm(file);
    expect(file.text).not.toContain('process.env');
  });
});

describe('layers', () => {
  it('never form a circle', () => {
    const order = Object.keys(LAYERS);
    for (const [layer, { layers }] of Object.entries(LAYERS)) {
      for (const below of layers) expect([layer, order.indexOf(below) < order.indexOf(layer)]).toEqual([layer, true]);
    }
  });

  it('have no files that import each other in a circle', () => {
    const importsOf = new Map(
      files.map(({ path, imports }) => [
        path,
        imports
          .filter((name) => name.startsWith('.'))
          .map((name) => posix.join(posix.dirname(path), name.replace(/\.ts$/, '')))
          .map((target) => [`${target}.ts`, `${target}/index.ts`].find((file) => paths.has(file)) ?? target),
      ]),
    );
    const done = new Set<string>();
    const circleFrom = (path: string, above: readonly string[]): readonly string[] => {
      if (above.includes(path)) return [...above.slice(above.indexOf(path)), path];
      if (done.has(path)) return [];
      const circle = (importsOf.get(path) ?? []).map((next) => circleFrom(next, [...above, path]));
      done.add(path);
      return circle.find(({ length }) => length > 0) ?? [];
    };
    expect(files.flatMap(({ path }) => circleFrom(path, []))).toEqual([]);
  });

  it('name no layer that is not there', () => {
    expect(new Set(files.map(({ layer }) => layer))).toEqual(new Set(Object.keys(LAYERS)));
  });

  it('import nothing of the parts beside them', () => {
    const importers = files.filter(({ imports }) =>
      imports.some((name) => name.startsWith('.') && name.split('/').some((folder) => Object.hasOwn(PARTS, folder))),
    );
    expect(importers.map(({ path }) => path)).toEqual([]);
  });

  it('are checked by the compiler: src refers to no other project, and each part beside it to src alone', () => {
    const referencesOf = (folder: string): unknown =>
      (JSON.parse(readFileSync(join(ROOT, folder, 'tsconfig.json'), 'utf8')) as { references?: unknown }).references;
    expect(referencesOf('src')).toBeUndefined();
    for (const part of Object.keys(PARTS)) expect(referencesOf(part)).toEqual([{ path: '../src' }]);
  });

  it('read the environment at the outermost edge only', () => {
    const readers = files.filter(({ text }) => text.includes('process.env')).map(({ path }) => path);
    expect(readers.filter((path) => path !== 'main.ts')).toEqual([]);
  });
});

describe('record visibility', () => {
  const RECORD_TABLES = ['units', 'tenants', 'leases', 'lease_tenants'];

  it('is in one file: no lookup begins a query on a record table elsewhere', () => {
    const lookups = files.filter(({ layer }) => layer !== 'cli');
    const begin = new RegExp(`(selectFrom\\(|hinted\\(|\\.raw\\(.*)'(${RECORD_TABLES.join('|')})\\b`);
    const beginners = lookups.filter(({ text }) => begin.test(text)).map(({ path }) => path);
    expect(beginners).toEqual(['db/visible-records.ts']);
  });
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
  'support/until.ts',
];

test('a test waits for its condition with `until`, and never sleeps and hopes', () => {
  const longRuns = /^(?:attacks|comparison|conformance|faults|legacy|replay|scale)\b/;
  const names = readdirSync(__dirname, { recursive: true, encoding: 'utf8' });
  const pausing = names.filter(
    (name) =>
      name.endsWith('.ts') &&
      !longRuns.test(name) &&
      !name.includes('node_modules') &&
      /setTimeout as sleep\b/.test(readFileSync(join(__dirname, name), 'utf8')),
  );
  expect(pausing.filter((name) => name !== 'architecture.test.ts').toSorted()).toEqual(PAUSES);
});
