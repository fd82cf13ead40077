/** The memory that a parsed document takes, and the part of it that is dropped. */

import type { DocumentNode, Location } from 'graphql';

/**
 * Bytes at most, measured with documents of a single construct. Of a token: a name with its node. Of a line: a comment, whose
 * token the parser keeps although its limit does not count it. Of a character: a string with escapes is a rope.
 */
const BYTES = { token: 500, line: 100, character: 20 };

/** Bytes of the heap that a document takes, its text included; never less than it really takes. */
export function heldBytes({ loc, tokenCount = 0 }: DocumentNode): number {
  if (loc === undefined) throw new Error('A document without locations was given.');
  return BYTES.token * tokenCount + BYTES.line * loc.endToken.line + BYTES.character * charactersOf(loc);
}

/** The length of the text that a document was parsed from, even after {@link forgetText}. */
export const charactersOf = (loc: Location): number => loc.end;

/**
 * Drops the text of a parsed document: graphql-js scans it for line breaks from its start at every error, and one operation may
 * fail thousands of times. {@link placesOf} takes the location of an error from the tokens instead.
 */
export function forgetText({ loc }: DocumentNode): void {
  if (loc !== undefined) loc.source.body = '';
}

interface Place {
  readonly line: number;
  readonly column: number;
}

/** The locations of nodes; undefined when none has one. */
export function placesOf(nodes: readonly { readonly loc?: Location | undefined }[] = []): Place[] | undefined {
  const places = nodes.flatMap(({ loc }) =>
    loc === undefined ? [] : [{ line: loc.startToken.line, column: loc.startToken.column }],
  );
  return places.length > 0 ? places : undefined;
}
