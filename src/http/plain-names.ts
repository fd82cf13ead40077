/** Words of lower-case letters with `_` or `-` between them. */
const PLAIN_NAME = /^[a-z]+(?:[_-][a-z]+){0,4}$/;
const LONGEST_NAME = 40;

/** Whether the name of an unknown field may be written out. No e-mail address, phone number or token has this form. */
export const isPlainName = (name: string): boolean => name.length <= LONGEST_NAME && PLAIN_NAME.test(name);
