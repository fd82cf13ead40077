const PROBLEMS: Readonly<Record<number, string>> = {
  1044: 'refuses this account the database',
  1045: 'refuses this account or its password',
  1049: 'has no database of this name',
  1142: 'refuses this account a table',
  1698: 'refuses this account or its password',
};

/** Why the database could not be used, for the person at the terminal; never the driver's words, which name account and host. */
export function databaseProblem(failure: unknown): string {
  const cause = failure instanceof Error ? failure.cause : undefined;
  const { errno } = (cause ?? {}) as { errno?: number };
  return PROBLEMS[errno ?? 0] ?? 'does not answer';
}
