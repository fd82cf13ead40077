/** Days as YYYY-MM-DD. */

import type { Json } from '../contract/answers';
import { isOfKind } from './shape';

export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** Undefined for a value that is not a day that can be compared. */
export const dayIn = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && isOfKind('date', value) ? value : undefined;
