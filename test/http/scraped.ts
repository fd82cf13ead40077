import { send } from './client';

/** A line of `/metrics`. */
export interface Line {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Scraped {
  readonly text: string;
  /** By its name, without the ends that the lines of a histogram have: its type. */
  readonly types: ReadonlyMap<string, string>;
  readonly lines: readonly Line[];
  /** The sum of the lines with this name and at least these labels. */
  sum(name: string, labels?: Readonly<Record<string, string>>): number;
}

export async function scrape(adminUrl: string): Promise<Scraped> {
  const answer = await send(`${adminUrl}/metrics`, { method: 'GET' });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    expect.stringMatching(/^text\/plain; version=0\.0\.4\b/),
  ]);
  return scraped(answer.text);
}

function scraped(text: string): Scraped {
  const types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]));
  const lines = [...text.matchAll(/^([a-z_]+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name = '', labels = '', value]) => ({
    name,
    labels: Object.fromEntries(
      [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, text]) => [label, text]),
    ) as Record<string, string>,
    value: Number(value),
  }));
  const sum: Scraped['sum'] = (name, labels = {}) =>
    lines
      .filter(
        (line) => line.name === name && Object.entries(labels).every(([label, text]) => line.labels[label] === text),
      )
      .reduce((total, { value }) => total + value, 0);
  return { text, types, lines, sum };
}
