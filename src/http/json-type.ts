import { parse } from 'content-type';

export const JSON_TYPE = 'application/json';

/** Whether a `Content-Type` names JSON, whatever its parameters say. */
export const namesJson = (contentType: string): boolean =>
  contentType === JSON_TYPE || parse(contentType, { parameters: false }).type === JSON_TYPE;

/** Whether it names JSON in UTF-8, which is its charset where it names none. */
export function namesJsonInUtf8(contentType: string): boolean {
  if (contentType === JSON_TYPE) return true;
  const { type, parameters } = parse(contentType);
  return type === JSON_TYPE && /^utf-?8$/i.test(parameters.charset ?? 'utf-8');
}
