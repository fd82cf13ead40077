/** The GraphQL explorer: GraphiQL with the token of the header. */

import { element, graphqlUrl } from './document.js';
import { type ExampleOperation, exampleOperations } from './example-operations.js';
import { setUpHeader } from './header.js';
import { authorization, exampleValues } from './held-token.js';

/** A link to `/graphql?query=…` opens with that query, which is not run by itself. */
function askedOperation(): ExampleOperation | undefined {
  const asked = new URLSearchParams(location.search);
  const query = asked.get('query');
  return query === null ? undefined : { query, variables: asked.get('variables') ?? '' };
}

/** The tabs to begin with. GraphiQL takes what its editors show at first from its storage, not from the first tab. */
function firstTabs(): ExampleOperation[] {
  const asked = askedOperation();
  const examples = exampleOperations(exampleValues());
  const [first] = asked === undefined ? examples : [asked];
  const isFirstVisit = sessionStorage.getItem('graphiql:tabState') === null;
  if (first !== undefined && (isFirstVisit || asked !== undefined)) {
    sessionStorage.setItem('graphiql:query', first.query);
    sessionStorage.setItem('graphiql:variables', first.variables);
  }
  return asked === undefined ? examples : [asked, ...examples];
}

/** Tab moves on, as everywhere else; the editors would write a blank and keep the keyboard. It still takes what they propose. */
function letTabMoveOn(explorer: HTMLElement): void {
  const keepFromEditor = (event: KeyboardEvent) => {
    const isProposing = document.querySelector('.CodeMirror-hints') !== null;
    if (event.key === 'Tab' && !isProposing && (event.target as Element).closest('.CodeMirror'))
      event.stopPropagation();
  };
  explorer.addEventListener('keydown', keepFromEditor, { capture: true });
}

const explorer = element('explorer', HTMLElement);
const root = ReactDOM.createRoot(explorer);
setUpHeader(render);
const defaultTabs = firstTabs();
letTabMoveOn(explorer);
render();

/** With another fetcher GraphiQL reads the schema again, for which a token may be needed (`INTROSPECTION`). */
function render(): void {
  const properties = {
    fetcher: newFetcher(),
    // Queries and their history may name people: like the token they end with the tab.
    storage: sessionStorage,
    defaultTabs,
    defaultEditorToolsVisibility: 'variables',
    isHeadersEditorEnabled: false,
    showPersistHeadersSettings: false,
    forcedTheme: 'system',
  };
  root.render(React.createElement(GraphiQL, properties, React.createElement(GraphiQL.Logo, null, ' ')));
}

function newFetcher(): Fetcher {
  const send = GraphiQL.createFetcher({ url: graphqlUrl(), headers: authorization() });
  return (operation, options) => send(withFittingName(operation), options);
}

/** For a moment after an edit GraphiQL still sends the name of the operation that was there before. */
function withFittingName({ operationName, ...operation }: Operation): Operation {
  const isThere = operationName && new RegExp(`\\b${operationName}\\b`).test(operation.query);
  return isThere ? { ...operation, operationName } : operation;
}
