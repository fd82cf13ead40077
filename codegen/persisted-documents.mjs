/** The manifest of the operations, in the form of the client preset's `persistedDocuments`. */

import { operationsOf } from './document-texts.mjs';

export const plugin = (_schema, documents) =>
  `${JSON.stringify(Object.fromEntries(operationsOf(documents).map(({ id, text }) => [id, text])), null, 2)}\n`;
