/** What a parsed document takes of memory, and what of it is given up. */

import type { DocumentNode, Location } from 'graphql';

/**
 * Bytes, at most: a name, its token and its node; a comment, one at most in a line, whose token the parser keeps although no
 * limit counts it; a character, which is part of a rope where a string has escapes. Measured with documents of one construct.
 */
const BYTES = { token: 500, line: 100, character: 20 };

/** Bytes of the heap that a document takes, its text included. Never less than what it takes in fact. */
export function heldBytes({ loc, tokenCount = 0 }: DocumentNode): number {
  if (loc === undefined) throw new Error('A document without locations was given.');
  return BYTES.token * tokenCount + BYTES.line * loc.endToken.line + BYTES.character * charactersOf(loc);
}

/** The length of the text that the location of a document spans, even when it is forgotten. */
export const charactersOf = (loc: Location): number => loc.end;

/**
 * Takes the text from a parsed document: graphql-js looks for line breaks from its start whenever it makes an error, and one
 * operation may fail thousands of times. Where an error points is read from its tokens instead, by {@link placesOf}.
 */
export function forgetText({ loc }: DocumentNode): void {
  if (loc !== undefined) loc.source.body = '';
}

interface Place {
  readonly line: number;
  readonly column: number;
}

/** The places of nodes; undefined where none has one. */
export function placesOf(nodes: readonly { readonly loc?: Location | undefined }[] = []): Place[] | undefined {
  const places = nodes.flatMap(({ loc }) =>
    loc === undefined ? [] : [{ line: loc.startToken.line, column: loc.startToken.column }],
  );
  return places.length > 0 ? places : undefined;
}
