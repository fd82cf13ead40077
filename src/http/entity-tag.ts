/** Whether `If-None-Match` names this tag, compared weakly, for a proxy may have weakened it (RFC 9110, 13.1.2). Our tags hold no comma. */
export function namesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((one) => {
    const named = one.trim();
    return named === tag || named === '*' || named === `W/${tag}`;
  });
}
