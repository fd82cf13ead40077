import type { IncomingMessage } from 'node:http';

/** Content negotiation: which representation a client prefers (RFC 9110, 12.5). */

interface Preference {
  /** 0 means "not acceptable". */
  readonly weight: number;
  /** The index of the range in the list of the offer: 0 is the offer's own name, and each further one is wider. */
  readonly width: number;
  /** The index of the range in the header. */
  readonly position: number;
}

/**
 * Returns a function that chooses one of the offers by an `Accept` or `Accept-Encoding` header. The offer with the highest weight
 * wins, then the one that the header names most specifically, then the one that it names first, then the one listed first here.
 * A range with any parameter but a weight fits no offer. A comma always separates two ranges.
 * @param offers each is its name followed by the wider ranges that it fits, from narrow to wide; all in lower case
 * @returns undefined when the client accepts none of them
 */
export function negotiation<Offer extends string>(
  offers: readonly (readonly [Offer, ...string[]])[],
): (header: string) => Offer | undefined {
  const fitting = new Map<string, { readonly offer: Offer; readonly width: number }[]>();
  for (const ranges of offers)
    ranges.forEach((range, width) => fitting.set(range, [...(fitting.get(range) ?? []), { offer: ranges[0], width }]));

  return (header) => {
    const found = new Map<Offer, Preference>();
    header
      .toLowerCase()
      .split(',')
      .forEach((element, position) => {
        const end = element.indexOf(';');
        const fits = fitting.get((end < 0 ? element : element.slice(0, end)).trim());
        const weight = fits && weightOf(end < 0 ? '' : element.slice(end + 1));
        if (weight === undefined) return;
        for (const { offer, width } of fits ?? []) {
          const one = { weight, width, position };
          const known = found.get(offer);
          if (known === undefined || width < known.width || (width === known.width && weight > known.weight))
            found.set(offer, one);
        }
      });
    const accepted = offers.flatMap(([offer]) => {
      const preference = found.get(offer);
      return preference !== undefined && preference.weight > 0 ? [{ offer, ...preference }] : [];
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
