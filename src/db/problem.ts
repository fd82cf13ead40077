const UNKNOWN_ACCOUNT = 'refuses this account, its password or a connection without TLS';
const NO_PLAIN_CONNECTION = 'takes connections with TLS alone: DATABASE_URL needs ssl=require or ssl=verify';

const PROBLEMS: Readonly<Record<string, string>> = {
  1044: 'refuses this account the database',
  1045: UNKNOWN_ACCOUNT,
  1049: 'has no database of this name',
  1142: 'refuses this account a table',
  1143: 'refuses this account a column',
  1698: UNKNOWN_ACCOUNT,
  3159: NO_PLAIN_CONNECTION,
  HANDSHAKE_NO_SSL_SUPPORT: 'offers no TLS, and DATABASE_URL asks for it (ssl=)',
};

/** By the beginning of what Node says: mysql2 puts a code of its own over Node’s. */
const CERTIFICATE_PROBLEMS: readonly (readonly [string, string])[] = [
  ['certificate has expired', 'shows a certificate that has expired'],
  ['certificate is not yet valid', 'shows a certificate that is not valid yet'],
  ['Hostname/IP does not match', 'shows a certificate for another host name than that of DATABASE_URL'],
  ['self-signed certificate', 'shows a certificate of an authority that is not trusted (ca=)'],
  ['unable to get local issuer', 'shows a certificate of an authority that is not trusted (ca=)'],
  ['unable to verify the first', 'shows a certificate of an authority that is not trusted (ca=)'],
];

interface Cause {
  readonly errno?: number;
  readonly code?: string;
  readonly message?: string;
}

/**
 * Why the database could not be used, to follow the words “the database”: for the terminal, the log and `/readyz`.
 * Never the driver's words, which name account and host.
 */
export function databaseProblem(failure: unknown): string {
  const { errno, code, message } = ((failure instanceof Error ? failure.cause : undefined) ?? {}) as Cause;
  if (code === 'HANDSHAKE_SSL_ERROR') return certificateProblem(message ?? '');
  return PROBLEMS[errno ?? code ?? ''] ?? 'does not answer';
}

function certificateProblem(said: string): string {
  const known = CERTIFICATE_PROBLEMS.find(([beginning]) => said.startsWith(beginning));
  return known?.[1] ?? 'does not agree on TLS 1.2 or newer';
}
