import type { IncomingMessage } from 'node:http';

/** Content negotiation: which representation a client prefers (RFC 9110, 12.5). */

/**
 * Returns a function that chooses one of the offers by an `Accept` header. The offer with the highest weight
 * wins, then the one that the header names most specifically, then the one that it names first, then the one listed first here.
 * A range with any parameter but a weight fits no offer. A comma always separates two ranges.
 * @param offers each is its name followed by the wider ranges that it fits, from narrow to wide; all in lower case
 * @returns undefined when the client accepts none of them
 */
export function negotiation<Offer extends string>(
  offers: readonly (readonly [Offer, ...string[]])[],
): (header: string) => Offer | undefined {
  const wanted = new Set<string>(offers.flat());
  return (header) => {
    const named = new Map<string, { readonly weight: number; readonly position: number }>();
    for (const [position, element] of header.toLowerCase().split(',').entries()) {
      const end = element.indexOf(';');
      const range = (end < 0 ? element : element.slice(0, end)).trim();
      const weight = wanted.has(range) ? weightOf(end < 0 ? '' : element.slice(end + 1)) : undefined;
      if (weight !== undefined && weight > (named.get(range)?.weight ?? -1)) named.set(range, { weight, position });
    }
    const accepted = offers.flatMap((ranges) => {
      const width = ranges.findIndex((range) => named.has(range));
      const preference = named.get(ranges[width] ?? '');
      // A weight of 0 means “not acceptable”.
      return preference !== undefined && preference.weight > 0 ? [{ offer: ranges[0], width, ...preference }] : [];
    });
    return accepted.sort((a, b) => b.weight - a.weight || a.width - b.width || a.position - b.position)[0]?.offer;
  };
}

/** Undefined when there is another parameter. */
function weightOf(parameters: string): number | undefined {
  let weight: number | undefined;
  for (const parameter of parameters.split(';')) {
    const [name = '', value = ''] = parameter.split('=', 2).map((part) => part.trim());
    if (name === 'q') weight ??= value === '' ? 1 : Number(value) || 0;
    else if (name !== '') return undefined;
  }
  return weight ?? 1;
}

const HTML = 'text/html';

const preferred = negotiation([
  ['application/json', 'application/*', '*/*'],
  ['application/graphql-response+json', 'application/*', '*/*'],
  [HTML, 'text/*', '*/*'],
]);

/** Whether a client prefers HTML to a GraphQL response. A client that accepts anything does not. */
export function prefersPage({ headers: { accept = '' } }: IncomingMessage): boolean {
  return accept.includes('html') && preferred(accept) === HTML;
}

export const EVENTS = 'text/event-stream';

const preferredForm = negotiation([
  ['application/json', 'application/*', '*/*'],
  [EVENTS, 'text/*', '*/*'],
]);

/** Whether a client prefers a stream of events to JSON. One that accepts neither gets JSON, as on every path (decision 27). */
export const prefersEvents = ({ headers: { accept = '' } }: IncomingMessage): boolean =>
  preferredForm(accept) === EVENTS;
