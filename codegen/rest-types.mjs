/** The requests and records of the REST operations as TypeScript, from `openapi.json`. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PRIMITIVES = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' };

function typeOf(schema, indent) {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1);
  if (schema.anyOf !== undefined) return schema.anyOf.map((alternative) => typeOf(alternative, indent)).join(' | ');
  const types = [schema.type].flat().map((type) => {
    if (type === 'array') return `readonly ${typeOf(schema.items, indent)}[]`;
    return type === 'object' ? objectType(schema, indent) : PRIMITIVES[type];
  });
  if (types.includes(undefined)) throw new Error(`There is no type for ${JSON.stringify(schema)}.`);
  return [...new Set(types)].join(' | ');
}

function objectType({ properties, required = [] }, indent = '') {
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(([name, schema]) => {
    const key = /^\w+$/.test(name) ? name : `'${name}'`;
    const about = schema.description === undefined ? '' : `${inner}/** ${schema.description} */\n`;
    return `${about}${inner}readonly ${key}${required.includes(name) ? '' : '?'}: ${typeOf(schema, inner)};\n`;
  });
  return `{\n${fields.join('')}${indent}}`;
}

export const plugin = () => {
  const { components } = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'openapi.json'), 'utf8'));
  // The client has a class of its own for errors.
  const { Error: _error, ...schemas } = components.schemas;
  const types = Object.entries(schemas).map(([name, schema]) => {
    const about = `/** ${schema.description} */\n`;
    if (schema.type === 'object') return `${about}export interface ${name} ${objectType(schema)}\n`;
    return `${about}export type ${name} = ${typeOf(schema)};\n`;
  });
  return types.join('\n');
};
