import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
  isEnumType,
  isIntrospectionType,
  isSpecifiedScalarType,
  validateSchema,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';

import { buildSchema, printedSchema } from '../../src/graphql/build-schema';

const ROOT = join(__dirname, '..', '..');

describe('the GraphQL schema', () => {
  const schema = buildSchema();

  it('equals schema.graphql (`npm run schema` writes it)', () => {
    expect(readFileSync(join(ROOT, 'schema.graphql'), 'utf8')).toBe(printedSchema());
  });

  it('is valid', () => {
    expect(validateSchema(schema)).toEqual([]);
  });

  it('describes every type, field and argument', () => {
    const silent: string[] = [];
    const note = (name: string, description: string | null | undefined) => {
      if (!description) silent.push(name);
    };
    for (const type of Object.values(schema.getTypeMap())) {
      if (isIntrospectionType(type) || isSpecifiedScalarType(type) || isEnumType(type) || type.name === 'Query')
        continue;
      note(type.name, type.description);
    }
    for (const type of Object.values(schema.getTypeMap())) {
      if (isIntrospectionType(type)) continue;
      if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) continue;
      for (const field of Object.values(type.getFields())) {
        note(`${type.name}.${field.name}`, field.description);
        for (const arg of 'args' in field ? field.args : [])
          note(`${type.name}.${field.name}(${arg.name})`, arg.description);
      }
    }
    expect(silent).toEqual([]);
  });
});
