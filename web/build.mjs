/** Builds `dist/web/`: the pages, and their compressed assets. */

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { transformFileSync } from '@swc/core';

const SOURCE = import.meta.dirname;
const TARGET = join(SOURCE, '..', 'dist', 'web');

const SCRIPTS = readdirSync(SOURCE).flatMap((file) => /^([\w-]+)\.ts$/.exec(file)?.[1] ?? []);

/** A file of `vendor/`, whose README gives its origin. */
const vendored = (name, file) => readFileSync(join(SOURCE, 'vendor', name, file), 'utf8');
const own = (file) => readFileSync(join(SOURCE, file), 'utf8');
/** Without comments and line breaks. */
const withoutBlanks = (text) => text.replace(/\/\*[^]*?\*\//g, '').replace(/\s+/g, ' ');
const withoutSourceMap = (text) => text.replace(/\n?(?:\/\/|\/\*)# sourceMappingURL=[^\n]*\n?$/, '\n');

const ASSETS = new Map([
  ...['pages.css', 'start.css', 'graphql.css', 'reference.css', 'icon.svg'].map((name) => [
    name,
    withoutBlanks(own(name)),
  ]),
  ...SCRIPTS.map((name) => [`${name}.js`, scriptOf(`${name}.ts`)]),
  ['react.js', vendored('react', 'react.production.min.js')],
  ['react-dom.js', vendored('react-dom', 'react-dom.production.min.js')],
  ['graphiql.js', withoutSourceMap(vendored('graphiql', 'graphiql.min.js'))],
  // Fonts are seven eighths of the file. The pages use system fonts.
  ['graphiql-library.css', vendored('graphiql', 'graphiql.min.css').replace(/@font-face\{[^}]*\}/g, '')],
  ['licences.txt', licences()],
]);

const PAGES = [
  { name: 'start', title: 'Leasegate', styles: ['start.css'], scripts: [] },
  {
    name: 'graphql',
    title: 'GraphQL explorer · Leasegate',
    styles: ['graphiql-library.css', 'graphql.css'],
    scripts: ['react.js', 'react-dom.js', 'graphiql.js'],
  },
  {
    name: 'reference',
    title: 'REST reference · Leasegate',
    styles: ['reference.css'],
    scripts: [],
  },
];

function scriptOf(file) {
  const jsc = { parser: { syntax: 'typescript' }, target: 'es2022', minify: { compress: true, mangle: true } };
  const options = { swcrc: false, minify: true, module: { type: 'es6' }, jsc };
  return transformFileSync(join(SOURCE, file), options).code;
}

/** The licences of copied files, which each licence requires. */
function licences() {
  const names = ['react', 'react-dom', 'graphiql'];
  return names.map((name) => `${name}: LICENSE\n\n${vendored(name, 'LICENSE').trim()}\n`).join('\n\n');
}

/** The gateway replaces `{{base}}`, `{{assets}}`, `{{explain}}` and `{{documents}}`. */
function pageOf({ name, title, styles, scripts }) {
  const head = [
    ...['pages.css', ...styles].map((file) => `<link rel="stylesheet" href="{{assets}}${file}" />`),
    ...scripts.map((file) => `<script defer src="{{assets}}${file}"></script>`),
    `<script type="module" src="{{assets}}${name}.js"></script>`,
  ];
  return own('layout.html')
    .replace('{{title}}', title)
    .replace('{{head}}', head.join('\n    '))
    .replace('{{page}}', name)
    .replace('{{main}}', () => own(`${name}.html`))
    .replace(/\s+/g, ' ');
}

rmSync(TARGET, { recursive: true, force: true });
for (const folder of ['assets', 'pages']) mkdirSync(join(TARGET, folder), { recursive: true });
const hash = createHash('sha256');
for (const [name, text] of ASSETS) {
  hash.update(`${name}\0${text}\0`);
  writeFileSync(join(TARGET, 'assets', `${name}.gz`), gzipSync(text, { level: 9 }));
}
for (const page of PAGES) writeFileSync(join(TARGET, 'pages', `${page.name}.html`), pageOf(page));
const site = { version: hash.digest('hex').slice(0, 12), assets: [...ASSETS.keys()] };
writeFileSync(join(TARGET, 'site.json'), JSON.stringify(site));
