/** What is checked of an operation before it is executed, and what it is called. */

import type { ApolloServerPlugin } from '@apollo/server';
import {
  type DocumentNode,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  type SelectionSetNode,
} from 'graphql';

import type { Settings } from '../config/settings';
import { ServiceError } from '../errors';
import type { TokenCheck } from '../http/admitted';
import type { Exchange } from '../http/exchange';
import type { CallerLookups, RequestLookups } from '../lookups/lookups';
import { OPERATIONS, type Operation } from '../model/operations';
import { isShort, type OperationLimits } from './limits/operation-limits';
import { type DocumentStore, PLACEHOLDER } from './parsed-documents';

/** What the plugins and resolvers of one request share. */
export interface GraphQLContext {
  readonly asking: RequestLookups;
  /** Set before the operation is executed, if it needs a token. */
  lookups?: CallerLookups;
  readonly token: TokenCheck;
  readonly exchange: Exchange;
  /** Whether the client prefers `application/graphql-response+json`, with which a refused request has an error status. */
  readonly prefersGraphQLResponse: boolean;
  /** Why the document is not executed. A placeholder stands in its place. */
  refusal: Error | undefined;
}

/**
 * Checks the limits of an operation and then authenticates, both before anything is executed, so that an answer without a
 * valid token has no `data` entry. Only a small operation that selects nothing but introspection needs no token. Unless
 * introspection is public, it may select only `__typename`, which reveals nothing of the schema (decisions 59 and 44).
 */
export function checksPlugin(
  limits: OperationLimits,
  store: DocumentStore,
  introspection: Settings['introspection'],
): ApolloServerPlugin<GraphQLContext> {
  const withoutToken = introspection === 'public' ? /^__/ : /^__typename$/;
  return {
    async requestDidStart(request: { document?: DocumentNode; readonly contextValue: GraphQLContext }) {
      const { contextValue } = request;
      const hasCaller = contextValue.token.caller !== undefined;
      return {
        async parsingDidStart() {
          return async () => {
            const { document } = request;
            if (document === undefined) return;
            const refusal = limits.refusalOf(document);
            contextValue.refusal ??= refusal;
            // Apollo has no hook that refuses a document between parsing and validation.
            if (refusal !== undefined || !(hasCaller || isShort(document))) request.document = parse(PLACEHOLDER);
          };
        },
        async validationDidStart() {
          return async (errors: readonly Error[] = []) => {
            if (introspection === 'public') return;
            for (const error of errors) error.message = hasCaller ? withoutSuggestion(error.message) : UNFIT;
          };
        },
        async didResolveOperation({ document, operation, request: { variables = {}, operationName } }) {
          if (contextValue.refusal !== undefined) throw contextValue.refusal;
          limits.check(document, operation, variables);
          if (operation === undefined) {
            throw new ServiceError('invalidRequest', { message: noOperation(operationName) });
          }
          if (operation.operation !== OperationTypeNode.QUERY) {
            throw new ServiceError('invalidRequest', { message: 'The schema has only queries.' });
          }
          const fields = rootFields(document, operation.selectionSet);
          contextValue.exchange.operation = operationLabel(fields);
          const isOpen = fields.every((name) => withoutToken.test(name));
          const needsToken = !isOpen || !(hasCaller || limits.allowsWithoutToken(operation));
          if (needsToken) contextValue.lookups = contextValue.asking.ofCaller(await contextValue.token.requireCaller());
          await store.keep(document, needsToken);
        },
      };
    },
  };
}

/** Why no operation of a valid document was chosen. */
const noOperation = (name: unknown): string =>
  typeof name === 'string'
    ? 'The document has no operation of the name in `operationName`.'
    : 'The document has several operations: `operationName` must name one of them.';

/** Any rule of graphql-js may name a type or an argument that the document does not. */
const UNFIT = 'The document does not fit the schema. A valid token is needed to see why.';

/** One rule of graphql-js suggests names despite `hideSuggestions`. */
function withoutSuggestion(message: string): string {
  const suggestion = message.lastIndexOf(' Did you mean ');
  return suggestion < 0 ? message : message.slice(0, suggestion);
}

/** The names of all fields of `Query` that an operation selects. Each fragment is read once, however often it is spread. */
function rootFields(document: DocumentNode, root: SelectionSetNode): string[] {
  const fragments = new Map<string, SelectionSetNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition.selectionSet);
  }
  const fields: string[] = [];
  const waiting = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const selection of next.selections) {
      if (selection.kind === Kind.FIELD) fields.push(selection.name.value);
      else if (selection.kind === Kind.INLINE_FRAGMENT) waiting.push(selection.selectionSet);
      else {
        const fragment = fragments.get(selection.name.value);
        if (fragment !== undefined && fragments.delete(selection.name.value)) waiting.push(fragment);
      }
    }
  }
  return fields;
}

/** How metrics and the log name an operation. Its document must be valid, so that the client has invented no name in it. */
function operationLabel(fields: readonly string[]): string {
  const [first = 'none', ...others] = new Set(fields.filter((name) => !name.startsWith('__')));
  if (first === 'none') return 'introspection';
  return others.length === 0 ? first : 'several';
}

/** The lookups that a valid query asks for. None for an invalid document, because the client may have invented its names. */
export function wantedOperations(
  document: DocumentNode | undefined,
  operation: OperationDefinitionNode | undefined,
): Operation[] {
  if (document === undefined || operation?.operation !== OperationTypeNode.QUERY) return [];
  const names = new Set(rootFields(document, operation.selectionSet));
  return OPERATIONS.filter((name) => names.has(name));
}
