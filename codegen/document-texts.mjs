/** Each operation as a text that knows its answer and variables, so that the client needs no GraphQL library. */

import { Kind, print, visit } from 'graphql';

/** An operation with every fragment that it reaches, each once. */
function withFragments(operation, fragments) {
  const reached = new Set([operation]);
  for (const definition of reached) {
    visit(definition, { FragmentSpread: ({ name }) => void reached.add(fragments.get(name.value)) });
  }
  return [...reached].map(print).join('\n\n');
}

export const plugin = (_schema, documents) => {
  const definitions = documents.flatMap(({ document }) => document.definitions);
  const fragments = new Map(definitions.filter(isFragment).map((fragment) => [fragment.name.value, fragment]));
  const texts = definitions
    .filter((definition) => !isFragment(definition))
    .map((operation) => {
      const name = operation.name.value;
      const text = withFragments(operation, fragments);
      return `export const ${name} = \`\n${text}\n\` as TypedDocument<${name}Query, ${name}QueryVariables>;`;
    });
  return { prepend: ["import type { TypedDocument } from '../typed-document.ts';"], content: texts.join('\n\n') };
};

const isFragment = ({ kind }) => kind === Kind.FRAGMENT_DEFINITION;
