/** `leasegate/client`: needs `fetch` and nothing else, in Node and in browsers. */

export { type Client, type Connection, createClient } from './client.ts';
export {
  ERROR_CODES,
  ERROR_TYPES,
  type ErrorCode,
  type ErrorType,
  type GraphQLFailure,
  LeasegateError,
} from './errors.ts';
export * from './generated/operations.ts';
export type * from './generated/rest.ts';
export type { CallOptions, ClientOptions, TokenSource } from './send.ts';
export type { TypedDocument } from './typed-document.ts';
