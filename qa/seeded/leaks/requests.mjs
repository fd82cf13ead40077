/** Leaks from one request into another: state that must be created for each request is kept for the next. */

const LOADERS = 'src/lookups/tenant-leases.ts';
const COMPILED = 'src/graphql/compiled/compiled-operation.ts';
const GRAPHQL = 'src/graphql/graphql-endpoint.ts';
const REST = 'src/rest/router.ts';
const MCP = 'src/mcp/mcp-endpoint.ts';

/** @type {readonly import('../edits.mjs').Seed[]} */
export const REQUEST_LEAKS = [
  {
    name: 'the DataLoaders are shared by all requests',
    why: 'a shared loader answers from what it has read before',
    edits: [
      {
        file: LOADERS,
        find: 'readonly #loaders = new Map<string, DataLoader<RowId, unknown>>();',
        replace: 'readonly #loaders = LOADERS;',
        tears: 'loaders of one request',
      },
      {
        file: LOADERS,
        find: 'function orThrow(',
        replace: `const LOADERS = new Map<string, DataLoader<RowId, unknown>>();

function orThrow(`,
      },
    ],
    suites: ['requests'],
  },
  {
    name: 'a compiled operation keeps the context of its first caller',
    why: 'compiling once is confused with binding once',
    edits: [
      {
        file: COMPILED,
        find: 'new Recording(context, coerced)',
        replace: 'new Recording((this.kept ??= context), coerced)',
        tears: 'a context for each execution',
      },
    ],
    suites: ['callers'],
  },
  {
    name: 'a compiled operation keeps the values of its first caller',
    why: 'as above, for the variables',
    edits: [
      {
        file: COMPILED,
        find: 'new Recording(context, coerced)',
        replace: 'new Recording(context, (this.kept ??= coerced))',
        tears: 'variables for each execution',
      },
    ],
    suites: ['callers'],
  },
  {
    name: 'GraphQL keeps the context of its first request',
    why: 'a server accepts a context as easily as a function that creates one',
    edits: [
      {
        file: GRAPHQL,
        find: '  const handler: AdmittedHandler =',
        replace: '  let kept: GraphQLContext | undefined;\n  const handler: AdmittedHandler =',
        tears: 'a context for each request',
      },
      { file: GRAPHQL, find: 'context: async () => context,', replace: 'context: async () => (kept ??= context),' },
    ],
    suites: ['callers'],
  },
  {
    name: 'REST keeps the lookups of its first request',
    why: 'the lookups are created together with the router',
    edits: [
      {
        file: REST,
        find: '  const readBody = jsonBodyReader(',
        replace: '  let kept: RequestLookups | undefined;\n  const readBody = jsonBodyReader(',
        tears: 'lookups of one request',
      },
      {
        file: REST,
        find: 'find(own, body)',
        replace: 'find((kept ??= own), body)',
      },
    ],
    suites: ['callers'],
  },
  {
    name: 'MCP keeps the server of its first request',
    why: 'a server is created once, as for a protocol with sessions',
    edits: [
      {
        file: MCP,
        find: '  const handler = createMcpHandler((',
        replace: '  let kept: Server | undefined;\n  const handler = createMcpHandler((',
        tears: 'a server for each request',
      },
      {
        file: MCP,
        find: 'authInfo?.extra?.server as Server,',
        replace: '(kept ??= authInfo?.extra?.server as Server),',
      },
    ],
    suites: ['worlds'],
  },
  {
    name: 'the authorization of a connection counts for all of its requests',
    why: 'the code forgets that a proxy sends requests of many callers on one connection',
    edits: [
      {
        file: 'src/http/http-server.ts',
        find: '  return (seen & HOST)',
        replace:
          '  request.headers.authorization = request.socket.authorization ??= request.headers.authorization;\n  return (seen & HOST)',
        tears: 'a header for each request',
      },
    ],
    suites: ['callers'],
  },
];
