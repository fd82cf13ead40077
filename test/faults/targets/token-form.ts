/** Whether a header brings what is looked up as an opaque token: none of three parts, and what one may be made of (decision 54). */
export function isOpaqueForm(authorization: string): boolean {
  const token = /^bearer +(.*)$/i.exec(authorization)?.[1]?.trim() ?? '';
  return token.split('.').length !== 3;
}
