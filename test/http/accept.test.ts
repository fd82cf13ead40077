import { negotiation } from '../../src/http/accept';

/** Which of two forms a header chooses: RFC 9110, 12.4.2 and 12.5. */

const type = negotiation([
  ['application/json', 'application/*', '*/*'],
  ['text/html', 'text/*', '*/*'],
]);
const coding = negotiation([
  ['gzip', '*'],
  ['identity', '*'],
]);

test.each([
  ['', undefined],
  ['*/*', 'application/json'],
  ['image/png', undefined],
  ['text/html', 'text/html'],
  [' \ttext/html\t ', 'text/html'],
  // Of equal weight: the one that is named more narrowly, then the one that is named first.
  ['text/html, application/json', 'text/html'],
  ['text/*, application/json', 'application/json'],
  // Weights.
  ['text/html;q=0.9, application/json;q=0.8', 'text/html'],
  ['text/html ; q = 0.1, application/json ; Q=0.2', 'application/json'],
  ['application/json;q=0.5, */*', 'text/html'],
  ['application/json;q=0.0, text/html;q=0.000', undefined],
  ['text/html;q=x, application/json;q=0.001', 'application/json'],
  // The narrower range speaks for an offer, whatever the wider one weighs; of two alike, the heavier one.
  ['text/html;q=0.1, text/*;q=1, application/json;q=0.5', 'application/json'],
  ['text/html;q=0.9, text/html;q=0.1, application/json;q=0.5', 'text/html'],
  // A parameter that is no weight is none of an offer's.
  ['text/html;level=1, application/json;q=0.1', 'application/json'],
  ['text/html/x, application/json;q=0.1', 'application/json'],
])('Accept %j chooses %s', (header, offer) => {
  expect(type(header)).toBe(offer);
});

test.each([
  ['', undefined],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['x-gzip', undefined],
  ['*', 'gzip'],
  ['identity, gzip;q=0.5', 'identity'],
  ['identity;q=0.5, gzip', 'gzip'],
  ['gzip;q=0', undefined],
  ['gzip;q=0, *', 'identity'],
  ['*;q=0', undefined],
])('Accept-Encoding %j chooses %s', (header, offer) => {
  expect(coding(header)).toBe(offer);
});
