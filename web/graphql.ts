/** The GraphQL explorer: GraphiQL with the token of the header. */

import { correctRoles } from './explorer-roles.js';
import { element, graphqlUrl } from './document.js';
import { type ExampleOperation, exampleOperations } from './example-operations.js';
import { setUpHeader } from './header.js';
import { heldToken, linkedValues, takeOperation } from './held-token.js';
import { send } from './requests.js';

/** A link to `/graphql?query=…` opens with that query, but does not run it. */
function linkedOperation(): ExampleOperation | undefined {
  const parameters = new URLSearchParams(location.search);
  const query = parameters.get('query');
  return query === null ? undefined : { query, variables: parameters.get('variables') ?? '' };
}

/** The initial tabs. GraphiQL reads the initial text of its editors from storage, not from the first tab. */
function firstTabs(): ExampleOperation[] {
  const given = linkedOperation() ?? opened;
  const examples = exampleOperations(linkedValues());
  const tabs = given === undefined ? examples : [given, ...examples];
  const [first] = tabs;
  if (first !== undefined && (runsAtOnce || given !== undefined)) {
    sessionStorage.setItem('graphiql:query', first.query);
    sessionStorage.setItem('graphiql:variables', first.variables);
  }
  return tabs;
}

/** Runs the first operation, so that the page opens with an answer. GraphiQL ignores its button until its editors are there. */
function runFirst(): void {
  if (!runsAtOnce || linkedOperation() !== undefined || heldToken() === '') return;
  const timer = setInterval(() => {
    if (hasRun) clearInterval(timer);
    else explorer.querySelector<HTMLElement>('.graphiql-execute-button')?.click();
  }, 50);
}

/** Lets the Tab key move the focus. The editors would insert a blank instead. In a list of completions it still accepts one. */
function letTabMoveOn(explorer: HTMLElement): void {
  const keepFromEditor = (event: KeyboardEvent) => {
    const isProposing = document.querySelector('.CodeMirror-hints') !== null;
    if (event.key === 'Tab' && !isProposing && (event.target as Element).closest('.CodeMirror'))
      event.stopPropagation();
  };
  explorer.addEventListener('keydown', keepFromEditor, { capture: true });
}

const explorer = element('explorer', HTMLElement);
let hasRun = false;
const root = ReactDOM.createRoot(explorer);
setUpHeader(render);
/** Of the start page. Unlike the operation of a link it runs at once, as does the first example. */
const opened = takeOperation();
const runsAtOnce = opened !== undefined || sessionStorage.getItem('graphiql:tabState') === null;
const defaultTabs = firstTabs();
letTabMoveOn(explorer);
correctRoles(document.body);
runFirst();
render();

/** A new fetcher makes GraphiQL read the schema again, which may need the new token (`INTROSPECTION`). */
function render(): void {
  const properties = {
    fetcher: newFetcher(),
    // Queries and their history may contain personal data, so they are deleted with the tab, like the token.
    storage: sessionStorage,
    defaultTabs,
    defaultEditorToolsVisibility: 'variables',
    isHeadersEditorEnabled: false,
    showPersistHeadersSettings: false,
    forcedTheme: 'system',
  };
  // The script below changes the text of the output, which React leaves alone.
  const outcome = React.createElement(GraphiQL.Footer, null, React.createElement('output', { id: 'outcome' }));
  root.render(React.createElement(GraphiQL, properties, React.createElement(GraphiQL.Logo, null, ' '), outcome));
}

/** It shows the status and the time of each answer, except that of the query for the schema, which GraphiQL sends itself. */
function newFetcher(): Fetcher {
  return async (operation) => {
    const isOfCaller = operation.operationName !== 'IntrospectionQuery';
    hasRun ||= isOfCaller;
    const { text, summary } = await send(graphqlUrl(), JSON.stringify(withFittingName(operation)));
    if (isOfCaller) element('outcome', HTMLElement).textContent = summary;
    return JSON.parse(text) as unknown;
  };
}

/** Shortly after an edit, GraphiQL still sends the name of the previous operation. */
function withFittingName({ operationName, ...operation }: Operation): Operation {
  const isCurrent = operationName && new RegExp(`\\b${operationName}\\b`).test(operation.query);
  return isCurrent ? { ...operation, operationName } : operation;
}
