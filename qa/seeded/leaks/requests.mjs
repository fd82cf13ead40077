/** Leaks from one request into another: state that must be created for each request is kept for the next. */

import { edit, seed } from '../edits.mjs';

const LOADERS = 'src/lookups/tenant-leases.ts';
const COMPILED = 'src/graphql/compiled/compiled-operation.ts';
const GRAPHQL = 'src/graphql/graphql-endpoint.ts';
const REST = 'src/rest/router.ts';
const MCP = 'src/mcp/mcp-endpoint.ts';

export const REQUEST_LEAKS = [
  seed(
    'the DataLoaders are shared by all requests',
    ['requests'],
    edit(LOADERS, 'readonly #loaders = new Map<string, DataLoader<RowId, unknown>>();', 'readonly #loaders = LOADERS;'),
    edit(
      LOADERS,
      'function* batches(',
      'const LOADERS = new Map<string, DataLoader<RowId, unknown>>();\n\nfunction* batches(',
    ),
  ),
  seed(
    'a compiled operation keeps the context of its first caller',
    ['callers'],
    edit(COMPILED, 'new Recording(context, coerced)', 'new Recording((this.kept ??= context), coerced)'),
  ),
  seed(
    'a compiled operation keeps the values of its first caller',
    ['callers'],
    edit(COMPILED, 'new Recording(context, coerced)', 'new Recording(context, (this.kept ??= coerced))'),
  ),
  seed(
    'GraphQL keeps the context of its first request',
    ['callers'],
    edit(
      GRAPHQL,
      '  const handler: AdmittedHandler =',
      '  let kept: GraphQLContext | undefined;\n  const handler: AdmittedHandler =',
    ),
    edit(GRAPHQL, 'context: async () => context,', 'context: async () => (kept ??= context),'),
  ),
  seed(
    'REST keeps the lookups of its first request',
    ['callers'],
    edit(
      REST,
      '  const readBody = jsonBodyReader(',
      '  let kept: CallerLookups | undefined;\n  const readBody = jsonBodyReader(',
    ),
    edit(REST, 'find(callerLookups, body)', 'find((kept ??= callerLookups), body)'),
  ),
  seed(
    'MCP keeps the lookups of its first request',
    ['worlds'],
    edit(
      MCP,
      '  const readBody = jsonBodyReader(',
      '  let kept: CallerLookups | undefined;\n  const readBody = jsonBodyReader(',
    ),
    edit(MCP, 'lookup.find(own, criteria)', 'lookup.find((kept ??= own), criteria)'),
  ),
  seed(
    'the authorization of a connection counts for all of its requests',
    ['callers'],
    edit(
      'src/http/http-server.ts',
      '  return (seen & HOST)',
      '  request.headers.authorization = request.socket.authorization ??= request.headers.authorization;\n  return (seen & HOST)',
    ),
  ),
];
