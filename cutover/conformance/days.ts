/** Days as YYYY-MM-DD. */

import type { Json, JsonObject } from '../contract/answers';
import { isOfKind } from './shape';

export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** Undefined for a value that is not a day that can be compared. */
export const dayIn = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && isOfKind('date', value) ? value : undefined;

/**
 * Whether contract section 3 calls a lease active; undefined if it cannot be said. Near today it depends on the time
 * zone of the server, and the contract leaves open what a missing date means.
 */
export function isActive(lease: JsonObject, today: string): boolean | undefined {
  const [start, end] = [dayIn(lease.start_date), dayIn(lease.end_date)];
  const [past, future] = [addDays(today, -2), addDays(today, 2)];
  if ((start !== undefined && start >= future) || (end !== undefined && end <= past)) return false;
  return start !== undefined && end !== undefined && start <= past && end >= future ? true : undefined;
}
