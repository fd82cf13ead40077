import type { Snapshot } from './gateway-figures';

/** Between a worker and its supervisor. `of` is the scrape, or the round of snapshots, that a message belongs to. */
export type ScrapeMessage =
  | { readonly metrics: 'scraped'; readonly of: string }
  | { readonly metrics: 'wanted'; readonly of: string }
  | { readonly metrics: 'taken'; readonly of: string; readonly snapshot: Snapshot }
  | { readonly metrics: 'printed'; readonly of: string; readonly text: string };

export const isMessage = (message: unknown): message is ScrapeMessage =>
  typeof message === 'object' && message !== null && Object.hasOwn(message, 'metrics');
