/** Describes the REST interface as OpenAPI 3.1, from the definitions that check requests and write answers. */

import { RECORD_SCHEMAS } from '../record-schemas';
import { VERSION } from '../../package';
import { DOCUMENT_PATHS } from './document-paths';
import { sharedResponses } from './error-responses';
import { LOOKUP_PATHS, REQUEST_SCHEMAS } from './lookup-paths';

const DESCRIPTION = `Two lookups in a property-management database: the leases of a tenant, and the tenants of leases.
Every answer is limited to the groups that the caller’s token may see. The trailing slash of a path is optional, and there is never a redirect.

To get the next page, send \`last_id\` of an answer as \`after-id\` of the next request, until it is -1.

The same records are available at \`/graphql\`, whose schema is at \`/schema.graphql\`.`;

function openApiDocument(basePath: string): object {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Leasegate',
      version: VERSION,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: basePath || '/', description: 'The gateway that serves this document.' }],
    security: [{ bearer: [] }],
    tags: [
      { name: 'Lookups', description: 'The two lookups.' },
      { name: 'Documents', description: 'Descriptions of both interfaces for programs.' },
    ],
    paths: { ...LOOKUP_PATHS, ...DOCUMENT_PATHS },
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'A JSON Web Token, or an opaque access token of this gateway. The scheme is not case-sensitive.',
        },
      },
      responses: sharedResponses(),
      schemas: { ...REQUEST_SCHEMAS, ...RECORD_SCHEMAS },
    },
  };
}

/** The text of `/openapi.json` and `leasegate print-openapi`. @param basePath prefix of every public path */
export function printedOpenApi(basePath: string): string {
  return `${JSON.stringify(openApiDocument(basePath), null, 2)}\n`;
}
