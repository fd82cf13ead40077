/** What trusted documents change about the GraphQL door, loaded only where there is a manifest of them. */

import type { ApolloServerPlugin, HTTPGraphQLRequest } from '@apollo/server';
import type { Logger } from 'pino';

import { TrustedDocuments } from './trusted-documents';
import type { Settings } from '../config/settings';
import type { GraphQLContext } from '../resolvers/context';
import { type ChosenDocument, withTrustedDocument } from './document-request';
import { unlistedPlugin } from './unlisted-plugin';

export interface TrustedDoor {
  /** By the SHA-256 hash of a document's text. */
  isTrusted(sha256: string): boolean;
  /** Puts the document in the place of its id. */
  choose(request: HTTPGraphQLRequest, requestId: string): ChosenDocument;
  /** Tells of what is not in the manifest. */
  readonly plugin: ApolloServerPlugin<GraphQLContext>;
}

export function trustedDoor(
  { manifest, mode }: NonNullable<Settings['trustedDocuments']>,
  { log, monotonicNow }: { readonly log: Logger; readonly monotonicNow: () => number },
): TrustedDoor {
  const documents = new TrustedDocuments(manifest, mode === 'enforce');
  return {
    isTrusted: (sha256) => documents.has(sha256),
    choose: (request, requestId) => withTrustedDocument(documents, request, requestId),
    plugin: unlistedPlugin(documents, log, monotonicNow),
  };
}
