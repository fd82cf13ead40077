import type { RecordKind } from './kinds';

export interface KindReport {
  /** Records in the file, refused ones included. */
  read: number;
  inserted: number;
  updated: number;
  unchanged: number;
  refused: number;
  pruned: number;
  /** No file holds them any longer, but other records use them. */
  kept: number;
}

export interface ImportReport {
  /** Only kinds whose file is present. */
  readonly kinds: Partial<Record<RecordKind, KindReport>>;
  /** Kinds of which nothing was pruned, because an identifier in their file could not be read. */
  readonly notPruned: RecordKind[];
}

export const emptyReport = (): KindReport => ({
  read: 0,
  inserted: 0,
  updated: 0,
  unchanged: 0,
  refused: 0,
  pruned: 0,
  kept: 0,
});

/** Whether every record was taken, and every one that had to go is gone. */
export const isComplete = ({ kinds, notPruned }: ImportReport): boolean =>
  notPruned.length === 0 && Object.values(kinds).every(({ refused, kept }) => refused === 0 && kept === 0);
