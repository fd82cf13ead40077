import { BREAK, type DocumentNode, visit } from 'graphql';

/** Whether a document itself holds a text or a decimal, such as an e-mail address or a latitude, rather than a variable for it. */
export function quotesValues(document: DocumentNode): boolean {
  let quotes = false;
  const found = () => {
    quotes = true;
    return BREAK;
  };
  visit(document, { StringValue: found, FloatValue: found });
  return quotes;
}
