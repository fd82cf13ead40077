/** What a statement does, and to which table first, as `SELECT leases`: never its text, which is long and says how data is kept apart. */
export function statementName(sql: string): string {
  const verb = /\b(select|insert|update|delete|set|show|with)\b/i.exec(sql)?.[1]?.toUpperCase() ?? 'STATEMENT';
  const table = /\b(?:from|into|update)\s+(?:`?[\w$]+`?\.)?`?([A-Za-z_]\w*)`?/i.exec(sql)?.[1];
  return table === undefined ? verb : `${verb === 'WITH' ? 'SELECT' : verb} ${table}`;
}
