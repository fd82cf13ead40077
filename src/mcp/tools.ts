/** The tools as a client lists them. Their schemas are those of `openapi.json`. */

import type { Tool } from '@modelcontextprotocol/server';

import { REST_PATHS, type RestOperation } from '../model/operations';

type Schema = Readonly<Record<string, unknown>>;

interface OpenApi {
  readonly paths: Readonly<
    Record<string, { readonly post: { readonly summary: string; readonly description: string } }>
  >;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface LookupTool {
  readonly operation: RestOperation;
  readonly tool: Tool;
}

const HOW_TO_PAGE =
  'A page has at most 100 records. Send its `last_id` as `after-id` to get the next page; after -1, nothing follows.';

const TOOLS = [
  {
    operation: 'leasesForTenant',
    name: 'find_leases_of_tenant',
    criteria: 'FindForTenant',
    answer: 'Leases',
  },
  {
    operation: 'tenantsByLease',
    name: 'find_tenants_of_leases',
    criteria: 'FindTenants',
    answer: 'Tenants',
  },
] as const;

/** @param openApi the text of `openapi.json` */
export function lookupTools(openApi: string): ReadonlyMap<string, LookupTool> {
  const { paths, components } = JSON.parse(openApi) as OpenApi;
  const expanded = (name: string) => expand(components.schemas[name], components.schemas) as Schema;
  return new Map(
    TOOLS.map(({ operation, name, criteria, answer }) => {
      const { summary, description } = paths[REST_PATHS[operation]]!.post;
      const { properties } = expanded(criteria);
      const tool = {
        name,
        title: summary,
        description: `${description} ${HOW_TO_PAGE}`,
        // Models are often refused a schema whose root combines others, so the rules that span fields stay in descriptions.
        inputSchema: { type: 'object', properties, additionalProperties: false },
        outputSchema: { ...expanded(answer), type: 'object' },
        annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      } as Tool;
      return [name, { operation, tool }];
    }),
  );
}

/** A schema with every reference replaced by what it names. No schema of the document contains itself. */
function expand(value: unknown, schemas: OpenApi['components']['schemas']): unknown {
  if (Array.isArray(value)) return value.map((item) => expand(item, schemas));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...rest } = value as Schema;
  const named = typeof $ref === 'string' ? schemas[$ref.slice('#/components/schemas/'.length)] : undefined;
  const own = Object.entries(rest).map(([key, item]) => [key, expand(item, schemas)] as const);
  return { ...(expand(named, schemas) as Schema | undefined), ...Object.fromEntries(own) };
}
