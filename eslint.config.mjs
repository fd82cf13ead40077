import graphql from '@graphql-eslint/eslint-plugin';
import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

const SCRIPTS = ['**/*.{ts,js,cjs,mjs}'];
const OUTERMOST = [
  'src/config/settings.ts',
  'src/main.ts',
  'tools/demo/main.ts',
  'bench/**/main.ts',
  'examples/**',
  'test/**',
];

export default tseslint.config(
  // The peers have packages of their own, without which none of their types is known.
  {
    ignores: [
      'dist/',
      'coverage/',
      '.demo/',
      '.bench/',
      'test/generated/',
      'client/generated/',
      'bench/peers/',
      'examples/relay/__generated__/',
    ],
  },
  // Code that needs a rule switched off by a comment is to be written another way.
  { linterOptions: { noInlineConfig: true } },
  { files: SCRIPTS, extends: [js.configs.recommended, tseslint.configs.recommendedTypeChecked] },
  {
    files: SCRIPTS,
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      eqeqeq: 'error',
      'max-lines': ['error', 300],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // What another function returned as its error may be thrown on, whatever its type says.
      '@typescript-eslint/only-throw-error': 'off',
      'no-throw-literal': 'error',
      // Interfaces here declare their functions as methods, and none of them uses `this`.
      '@typescript-eslint/unbound-method': 'off',
      // An interface may ask for a promise where an implementation has nothing to wait for.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['**/*.ts'],
    ignores: OUTERMOST,
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'The environment is read in src/config/settings.ts.' },
      ],
      'no-restricted-imports': [
        'error',
        { paths: ['process', 'node:process'].map((name) => ({ name, message: 'Use the global `process`.' })) },
      ],
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      // Jest's matchers are typed `any`, and what a test reads from an answer is checked by its expectations.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
    },
  },
  {
    files: ['**/*.{js,cjs,mjs}'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: {
      globals: {
        AbortController: false,
        Buffer: false,
        console: false,
        fetch: false,
        process: false,
        setTimeout: false,
        URL: false,
      },
    },
  },
  { files: ['**/*.cjs'], languageOptions: { sourceType: 'commonjs' } },
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
  prettier,
);
