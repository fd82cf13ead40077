import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
  buildSchema as parseSchema,
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  validateSchema,
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

  it('has exactly the types and fields of interface.graphql', () => {
    const wanted = parseSchema(readFileSync(join(__dirname, 'interface.graphql'), 'utf8'));
    const shape = (type: GraphQLNamedType): unknown => {
      if (isInputObjectType(type)) {
        const fields = Object.values(type.getFields()).map(({ name, type: of }) => `${name}: ${String(of)}`);
        return { fields: fields.sort(), oneOf: type.isOneOf };
      }
      if (!isObjectType(type) && !isInterfaceType(type)) return String(type);
      const fields = Object.values(type.getFields()).map(({ name, args, type: of }) => {
        const list = args.map((arg) => `${arg.name}: ${String(arg.type)} = ${String(arg.defaultValue)}`).sort();
        return `${name}(${list.join(', ')}): ${String(of)}`;
      });
      return { fields: fields.sort(), interfaces: type.getInterfaces().map(String) };
    };
    const shapes = (of: typeof schema) =>
      Object.fromEntries(
        Object.values(of.getTypeMap())
          .filter((type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type))
          .map((type) => [type.name, shape(type)]),
      );
    expect(shapes(schema)).toEqual(shapes(wanted));
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
