/** The REST reference, from the gateway's own OpenAPI document. */

import { base, create, element, withCode } from './document.js';
import { setUpHeader } from './header.js';
import { exampleValues } from './held-token.js';
import * as openApi from './openapi-document.js';
import { requestForm } from './request-form.js';

async function readDocument(): Promise<openApi.OpenApiDocument> {
  const response = await fetch(`${base}/openapi.json`, { headers: { Accept: 'application/json' } });
  if (!response.ok) throw new Error(`${base}/openapi.json returned status ${response.status}.`);
  return (await response.json()) as openApi.OpenApiDocument;
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

const fieldTable = (fields: readonly openApi.Field[], titles: readonly string[] = ['Field', 'Type']): HTMLElement =>
  table(
    'fields',
    [...titles, 'Meaning', 'Example'],
    fields.map(({ name, type, meaning, example }) => [code(name), [type], withCode(meaning), code(example)]),
  );

const errorTable = (errors: readonly openApi.OperationError[]): HTMLElement =>
  table(
    'types',
    ['Type', 'Status', 'When'],
    errors.map(({ status, type, when }) => [code(type), [status], withCode(when)]),
  );

const opened = (title: string, content: HTMLElement): HTMLElement =>
  create('details', {}, create('summary', {}, title), content);

function section(operation: openApi.Operation): HTMLElement {
  const { id, path, summary, description, aboutFields, fields, answerFields, errors } = operation;
  return create(
    'section',
    { className: 'operation', id, ariaLabel: summary },
    create('h2', {}, summary),
    create('p', { className: 'path' }, create('code', {}, `POST ${base}${path}`)),
    create('p', {}, ...withCode(description)),
    requestForm(operation),
    create('h3', {}, 'Fields'),
    fieldTable(fields),
    create('p', {}, ...withCode(aboutFields)),
    opened('Fields of the answer', fieldTable(answerFields)),
    create('h3', {}, 'Errors of this operation'),
    errorTable(errors),
  );
}

function ofEveryRequest(errors: readonly openApi.OperationError[], headers: readonly openApi.Field[]): HTMLElement {
  return create(
    'section',
    { className: 'operation', id: 'everyRequest', ariaLabel: 'Errors of every request' },
    create('h2', {}, 'Errors of every request'),
    errorTable(errors),
    opened('Headers of the answers', fieldTable(headers, ['Header', 'Status'])),
  );
}

async function show(): Promise<void> {
  const place = element('reference', HTMLElement);
  try {
    const document = await readDocument();
    const about = document.info.description.split('\n\n').map((text) => create('p', {}, ...withCode(text)));
    const { shared, operations } = openApi.separateErrors(openApi.operations(document, exampleValues()));
    const every = ofEveryRequest(shared, openApi.headers(document));
    place.replaceChildren(...about, ...operations.map(section), every);
  } catch (error) {
    const text = `The reference cannot be shown. ${(error as Error).message}`;
    place.replaceChildren(create('p', { className: 'problem', role: 'alert' }, text));
  }
}

setUpHeader();
void show();
