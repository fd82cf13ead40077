/** The REST interface as OpenAPI 3.1, made from the definitions that check requests and write answers. */

import { RECORD_SCHEMAS } from '../record-schemas';
import { readVersion } from '../../package';
import { DOCUMENT_PATHS } from './document-paths';
import { sharedResponses } from './error-responses';
import { LOOKUP_PATHS, REQUEST_SCHEMAS } from './lookup-paths';

const DESCRIPTION = `Two questions of a property-management database: which leases has this tenant, and which tenants have these leases?
Every answer is limited to the groups that the caller’s token may see. The trailing slash of a path may be left out, and there is never a redirect.

Send \`last_id\` of an answer back as \`after-id\` to get what follows, until it is -1.

The same records are at \`/graphql\`, whose schema is at \`/schema.graphql\`.`;

function openApiDocument(basePath: string): object {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Leasegate',
      version: readVersion(),
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: basePath || '/', description: 'The gateway that shows this document.' }],
    security: [{ bearer: [] }],
    tags: [
      { name: 'Lookups', description: 'The two questions.' },
      { name: 'Documents', description: 'What the gateway says of itself.' },
    ],
    paths: { ...LOOKUP_PATHS, ...DOCUMENT_PATHS },
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A JSON Web Token, or an opaque access token of this gateway. The scheme word’s case does not count.',
        },
      },
      responses: sharedResponses(),
      schemas: { ...REQUEST_SCHEMAS, ...RECORD_SCHEMAS },
    },
  };
}

/** The document as `/openapi.json` and `leasegate print-openapi` show it. @param basePath prefix of every public path */
export function printedOpenApi(basePath: string): string {
  return `${JSON.stringify(openApiDocument(basePath), null, 2)}\n`;
}
