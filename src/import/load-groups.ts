import type { Kysely } from 'kysely';

import type { Tables } from '../db/tables';
import { insertRows, execute, executeIn, selectByIdentifier, type StoredRow } from './statements';
import type { WritingRun } from './import-run';
import type { Entry } from './read-batches';

type GroupEntry = Entry<'groups'>;

const COLUMNS = ['identifier', 'external_ref'];

/** Loads groups. A group that takes the external reference of another waits until all are read, since the other may change its own. */
export class GroupLoader {
  readonly #waiting = new Map<string, GroupEntry>();

  constructor(private readonly run: WritingRun) {}

  load(batch: readonly GroupEntry[]): Promise<void> {
    return this.run.transaction(async (db) => {
      const stored = await storedGroups(db, batch);
      const holders = await holdersOf(db, batch);
      const claimed = new Set<string>();
      const ready: GroupEntry[] = [];
      for (const entry of batch) {
        const { identifier, external_ref: wanted } = entry.record;
        this.#waiting.delete(identifier);
        if (stored.get(identifier)?.external_ref === wanted) {
          this.run.count('groups', 'unchanged');
        } else if (wanted !== null && (holders.has(wanted) || claimed.has(wanted))) {
          this.#waiting.set(identifier, entry);
        } else {
          if (wanted !== null) claimed.add(wanted);
          ready.push(entry);
        }
      }
      await this.#write(db, ready, stored);
    });
  }

  isStored(batch: readonly GroupEntry[]): Promise<boolean> {
    return this.run.transaction(async (db) => {
      const stored = await storedGroups(db, batch);
      return batch.every(({ record }) => stored.get(record.identifier)?.external_ref === record.external_ref);
    });
  }

  finish(): Promise<void> {
    return this.run.transaction(async (db) => {
      const waiting = [...this.#waiting.values()];
      if (waiting.length === 0) return;
      const taken = this.#settle(waiting, await holdersOf(db, waiting));
      const stored = await storedGroups(db, taken);
      // Two groups may swap references, so all are cleared before any is set.
      await setExternalRefs(
        db,
        [...stored.values()].map(({ id }) => [id, null]),
      );
      await this.#write(db, taken, stored);
    });
  }

  /** The groups that get the reference they want. A refused group keeps its own, which may block another group. */
  #settle(waiting: readonly GroupEntry[], holders: ReadonlyMap<string, string>): GroupEntry[] {
    const open = new Map(waiting.map((entry) => [entry.record.identifier, entry]));
    for (let before = -1; before !== open.size;) {
      before = open.size;
      const takers = new Set<string>();
      for (const [identifier, entry] of open) {
        const wanted = entry.record.external_ref ?? '';
        const holder = holders.get(wanted);
        if (!takers.has(wanted) && (holder === undefined || open.has(holder))) {
          takers.add(wanted);
        } else {
          open.delete(identifier);
          this.run.refuse('groups', entry.source, '`external_ref` belongs to another group');
        }
      }
    }
    return [...open.values()];
  }

  async #write(
    db: Kysely<Tables>,
    entries: readonly GroupEntry[],
    stored: ReadonlyMap<string, StoredRow>,
  ): Promise<void> {
    const isNew = ({ record }: GroupEntry): boolean => !stored.has(record.identifier);
    const inserts = entries.filter(isNew).map(({ record }) => ({ ...record }));
    const updates = entries.flatMap(({ record }): RefChange[] => {
      const row = stored.get(record.identifier);
      return row === undefined ? [] : [[row.id, record.external_ref]];
    });
    await setExternalRefs(db, updates);
    await insertRows(db, 'groups', COLUMNS, inserts);
    this.run.count('groups', 'inserted', inserts.length);
    this.run.count('groups', 'updated', updates.length);
  }
}

type RefChange = readonly [id: number, externalRef: string | null];

const storedGroups = (db: Kysely<Tables>, entries: readonly GroupEntry[]): Promise<Map<string, StoredRow>> =>
  selectByIdentifier(
    db,
    'groups',
    ['external_ref'],
    entries.map(({ record }) => record.identifier),
  );

/** The group that has each wanted external reference, by that reference. */
async function holdersOf(db: Kysely<Tables>, entries: readonly GroupEntry[]): Promise<Map<string, string>> {
  const wanted = entries.flatMap(({ record }) =>
    record.external_ref === null ? [] : [Buffer.from(record.external_ref)],
  );
  const rows = await executeIn<{ identifier: string; external_ref: string }>(
    db,
    wanted,
    (list) => `select identifier, external_ref from \`groups\` where external_ref_key in (${list})`,
  );
  return new Map(rows.map((row) => [row.external_ref, row.identifier]));
}

async function setExternalRefs(db: Kysely<Tables>, changes: readonly RefChange[]): Promise<void> {
  for (const [id, externalRef] of changes) {
    await execute(db, 'update `groups` set external_ref = ? where id = ?', [externalRef, id]);
  }
}
