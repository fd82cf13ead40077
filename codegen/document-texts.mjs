/** Each operation as a text that knows its answer, variables and id, so that the client needs no GraphQL library. */

import { createHash } from 'node:crypto';

import { Kind, print, visit } from 'graphql';

/** An operation with every fragment that it reaches, each once. */
function withFragments(operation, fragments) {
  const reached = new Set([operation]);
  for (const definition of reached) {
    visit(definition, { FragmentSpread: ({ name }) => void reached.add(fragments.get(name.value)) });
  }
  return [...reached].map(print).join('\n\n');
}

/** The operations of documents, each with its name, whole text and SHA-256 id. */
export function operationsOf(documents) {
  const definitions = documents.flatMap(({ document }) => document.definitions);
  const fragments = new Map(definitions.filter(isFragment).map((fragment) => [fragment.name.value, fragment]));
  return definitions
    .filter((definition) => !isFragment(definition))
    .map((operation) => {
      const text = withFragments(operation, fragments);
      return { name: operation.name.value, text, id: `sha256:${createHash('sha256').update(text).digest('hex')}` };
    });
}

export const plugin = (_schema, documents) => {
  const texts = operationsOf(documents).map(
    ({ name, text, id }) =>
      `export const ${name} = prepared<${name}Query, ${name}QueryVariables>(\n  '${id}',\n  \`${text}\`,\n);`,
  );
  return { prepend: ["import { prepared } from '../typed-document.ts';"], content: texts.join('\n\n') };
};

const isFragment = ({ kind }) => kind === Kind.FRAGMENT_DEFINITION;
