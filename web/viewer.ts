/** The `viewer` field of GraphQL, which describes a token. */
export interface Viewer {
  readonly subject: string | null;
  readonly tokenExpiresAt: string | null;
  readonly allGroups: boolean;
  readonly groups: { readonly nodes: readonly { readonly identifier: string }[]; readonly totalCount: number | null };
}

/** For example “demo sees every group until 3 Mar 2027”. */
export function describeViewer({ subject, tokenExpiresAt, allGroups, groups }: Viewer): string {
  const who = subject ?? 'This token';
  const sees = allGroups ? 'every group' : namesOf(groups);
  return `${who} sees ${sees}${tokenExpiresAt === null ? '' : ` until ${formatted(tokenExpiresAt)}`}`;
}

function namesOf({ nodes, totalCount }: Viewer['groups']): string {
  if (nodes.length === 0) return 'no group';
  const others = (totalCount ?? Infinity) - nodes.length;
  const names = nodes.map(({ identifier }) => identifier).join(', ');
  if (others === 0) return names;
  return `${names} and ${Number.isFinite(others) ? `${others} more` : 'others'}`;
}

/** Shows the time as well if the end is near. */
function formatted(instant: string): string {
  const end = new Date(instant);
  const isNear = end.getTime() - Date.now() < 48 * 60 * 60 * 1000;
  return end.toLocaleString('en-GB', { dateStyle: 'medium', ...(isNear && { timeStyle: 'short' }) });
}
