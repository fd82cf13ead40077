/** Reads the document of a page. */

/** The base path of the gateway. */
export const base = document.body.dataset.base ?? '';

export const graphqlUrl = (): string => `${location.origin}${base}/graphql`;

/** @throws {Error} when the page has no such element */
export function element<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The page has no ${id}.`);
  return found;
}
