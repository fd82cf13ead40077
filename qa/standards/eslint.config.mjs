/** How `schema.graphql` is linted (`linters.test.ts`). */

import graphql from '@graphql-eslint/eslint-plugin';

export default [
  {
    files: ['schema.graphql'],
    plugins: { '@graphql-eslint': graphql },
    languageOptions: { parser: graphql.parser, parserOptions: { graphQLConfig: { schema: 'schema.graphql' } } },
    rules: {
      ...graphql.configs['flat/schema-recommended'].rules,
      ...graphql.configs['flat/schema-relay'].rules,
      // A list may be short by its nature: the tenants of a lease, the nodes of a page.
      '@graphql-eslint/relay-edge-types': ['error', { listTypeCanWrapOnlyEdgeType: false, shouldImplementNode: true }],
      // What can be fetched again has an id, and says so as a Node.
      '@graphql-eslint/strict-id-in-types': 'off',
      // The names of an address are the contract's.
      '@graphql-eslint/no-typename-prefix': 'off',
      '@graphql-eslint/require-description': [
        'error',
        {
          ignoredSelectors: ['ObjectTypeDefinition[name.value=Query]'],
          types: true,
          FieldDefinition: true,
          InputValueDefinition: true,
          EnumValueDefinition: true,
          DirectiveDefinition: true,
        },
      ],
    },
  },
];
