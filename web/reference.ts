/** The REST reference: Swagger UI over the gateway's own OpenAPI document, with the token of the header. */

import { base, element } from './document.js';
import { withExplanation } from './explained.js';
import { setUpHeader } from './header.js';
import { authorization, exampleValues } from './held-token.js';
import { type OpenApiDocument, prepared } from './openapi-document.js';

async function readDocument(): Promise<OpenApiDocument> {
  const response = await fetch(`${base}/openapi.json`, { headers: { Accept: 'application/json' } });
  if (!response.ok) throw new Error(`${base}/openapi.json returned status ${response.status}.`);
  return (await response.json()) as OpenApiDocument;
}

const explains = document.body.dataset.explain === 'on';

/** Removes the token from Swagger UI. Only the header of the page has a field for it, which hides the text. */
const tokenInHeader = () => ({
  wrapComponents: {
    authorizeBtn: () => () => null,
    authorizeOperationBtn: () => () => null,
    curl: (Curl: unknown, system: SwaggerSystem) => {
      const Hidden = ({ request, ...others }: { request: SentRequest }) =>
        system.React.createElement(Curl, { ...others, request: withoutToken(request) });
      return explains ? withExplanation(Hidden, system) : Hidden;
    },
  },
});

const withoutToken = (request: SentRequest): SentRequest =>
  request.hasIn(['headers', 'Authorization'])
    ? request.setIn(['headers', 'Authorization'], 'Bearer <ACCESS_TOKEN>')
    : request;

function followTheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', follow);
  follow();
}

async function show(): Promise<void> {
  const place = element('reference', HTMLElement);
  try {
    const spec = prepared(await readDocument(), { base, examples: exampleValues() });
    SwaggerUIBundle({
      spec,
      domNode: place,
      presets: [SwaggerUIBundle.presets.apis],
      plugins: [tokenInHeader],
      requestInterceptor: (request) => ({ ...request, headers: { ...request.headers, ...authorization() } }),
      // By default, the document would be sent to a validator on another host.
      validatorUrl: null,
      tryItOutEnabled: true,
      docExpansion: 'list',
      defaultModelsExpandDepth: 0,
    });
  } catch (error) {
    const problem = document.createElement('p');
    problem.className = 'problem';
    problem.setAttribute('role', 'alert');
    problem.textContent = `The reference cannot be shown. ${(error as Error).message}`;
    place.replaceChildren(problem);
  }
}

followTheme();
setUpHeader();
void show();
