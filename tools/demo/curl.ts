/** The example requests, as `curl` commands and as requests to send. */

export interface ExampleRequest {
  readonly title: string;
  readonly url: string;
  readonly token: string;
  readonly body: unknown;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A command for a POSIX shell. */
export function curlLine({ url, token, body }: ExampleRequest): string {
  return [
    `curl -s ${url}`,
    `-H 'Authorization: Bearer ${token}'`,
    `-H 'Content-Type: application/json'`,
    `-d ${shellQuoted(JSON.stringify(body))}`,
  ].join(' \\\n  ');
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Sends exactly what {@link curlLine} shows. */
export async function send({ url, token, body }: ExampleRequest): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

/** A copy of the value, in which every list has only its first entry and the number of others. */
export function shortened(value: unknown): unknown {
  if (Array.isArray(value)) {
    const others = value.length - 1;
    const first = value.slice(0, 1).map(shortened);
    return others > 0 ? [...first, `… and ${others} more`] : first;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, shortened(entry)]));
}
