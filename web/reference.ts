/** The REST reference, from the gateway's own OpenAPI document. */

import { base, create, element, withCode } from './document.js';
import { setUpHeader } from './header.js';
import { exampleValues } from './held-token.js';
import { type Field, headers, type OpenApiDocument, type Operation, operations } from './openapi-document.js';
import { requestForm } from './request-form.js';

async function readDocument(): Promise<OpenApiDocument> {
  const response = await fetch(`${base}/openapi.json`, { headers: { Accept: 'application/json' } });
  if (!response.ok) throw new Error(`${base}/openapi.json returned status ${response.status}.`);
  return (await response.json()) as OpenApiDocument;
}

type Cell = readonly (Node | string)[];

/** A long name may break after `_` and `.`, so that a column can be narrow. */
function code(text: string): Cell {
  if (text === '') return [];
  const parts = text.split(/(?<=[_.])/).flatMap((part) => [part, create('wbr', {})]);
  return [create('code', {}, ...parts)];
}

/** A table whose first column names its rows. */
function table(className: string, titles: readonly string[], rows: readonly (readonly Cell[])[]): HTMLElement {
  const head = titles.map((title) => create('th', { scope: 'col' }, title));
  const body = rows.map(([name = [], ...cells]) =>
    create('tr', {}, create('th', { scope: 'row' }, ...name), ...cells.map((cell) => create('td', {}, ...cell))),
  );
  return create('table', { className }, create('thead', {}, create('tr', {}, ...head)), create('tbody', {}, ...body));
}

const fieldTable = (fields: readonly Field[]): HTMLElement =>
  table(
    'fields',
    ['Field', 'Type', 'Meaning', 'Example'],
    fields.map(({ name, type, meaning, example }) => [code(name), [type], withCode(meaning), code(example)]),
  );

function section(operation: Operation): HTMLElement {
  const { id, path, summary, description, aboutFields, fields, answerFields, errors } = operation;
  const errorRows = errors.map(({ status, type, when }) => [code(type), [status], withCode(when)]);
  return create(
    'section',
    { className: 'operation', id, ariaLabel: summary },
    create('h2', {}, summary),
    create('p', { className: 'path' }, create('code', {}, `POST ${base}${path}`)),
    create('p', {}, ...withCode(description)),
    create(
      'div',
      { className: 'columns' },
      create('div', {}, create('h3', {}, 'Fields'), fieldTable(fields), create('p', {}, ...withCode(aboutFields))),
      create(
        'div',
        { className: 'errors' },
        create('h3', {}, 'Errors'),
        table('types', ['Type', 'Status', 'When'], errorRows),
      ),
      requestForm(operation),
    ),
    create('details', {}, create('summary', {}, 'Fields of the answer'), fieldTable(answerFields)),
  );
}

function sharedHeaders(document: OpenApiDocument): HTMLElement {
  const rows = headers(document).map(({ name, statuses, meaning, example }) => [
    code(name),
    [statuses],
    withCode(meaning),
    code(example),
  ]);
  return create(
    'section',
    { ariaLabel: 'Headers of the answers' },
    create(
      'details',
      {},
      create('summary', {}, 'Headers of the answers'),
      table('fields', ['Header', 'Status', 'Meaning', 'Example'], rows),
    ),
  );
}

async function show(): Promise<void> {
  const place = element('reference', HTMLElement);
  try {
    const document = await readDocument();
    const about = document.info.description.split('\n\n').map((text) => create('p', {}, ...withCode(text)));
    const sections = operations(document, exampleValues()).map(section);
    place.replaceChildren(...about, ...sections, sharedHeaders(document));
  } catch (error) {
    const text = `The reference cannot be shown. ${(error as Error).message}`;
    place.replaceChildren(create('p', { className: 'problem', role: 'alert' }, text));
  }
}

setUpHeader();
void show();
