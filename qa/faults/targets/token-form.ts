/** Whether a header has the form of an opaque token: no three parts, and only the allowed characters (decision 54). */
export function isOpaqueForm(authorization: string): boolean {
  const token = /^bearer +(.*)$/i.exec(authorization)?.[1]?.trim() ?? '';
  return token.split('.').length !== 3;
}
