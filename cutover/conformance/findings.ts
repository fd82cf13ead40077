/** What a run finds about the clauses. */

export interface Evidence {
  /** A request that shows it. */
  readonly curl: string;
  readonly expected: string;
  readonly actual: string;
}

export interface Findings {
  readonly held: Set<string>;
  readonly broken: Map<string, Evidence>;
  /** Why a part of the run was given up. */
  readonly interruptions: Set<string>;
  /** Clauses that looked broken, but did not when the same requests were sent again. */
  readonly unsteady: Set<string>;
}

export const noFindings = (): Findings => ({
  held: new Set(),
  broken: new Map(),
  interruptions: new Set(),
  unsteady: new Set(),
});

/** Ends one part of a run. It is no finding about the answers of the server. */
export class Interruption extends Error {
  override readonly name = 'Interruption';
}

/** The server did not answer, or not usably. */
export class NoAnswer extends Interruption {}

/**
 * Runs a part. What looks broken is asked again, since records may change meanwhile; only what is broken both times
 * counts.
 */
export async function findTwice(all: Findings, run: (into: Findings) => Promise<void>): Promise<void> {
  const first = await findOnce(run);
  const second = first.broken.size > 0 ? await findOnce(run) : first;
  for (const clause of [...first.held, ...second.held]) all.held.add(clause);
  for (const [clause, evidence] of first.broken) {
    if (!second.broken.has(clause)) all.unsteady.add(clause);
    else if (!all.broken.has(clause)) all.broken.set(clause, evidence);
  }
  for (const reason of [...first.interruptions, ...second.interruptions]) all.interruptions.add(reason);
}

async function findOnce(run: (into: Findings) => Promise<void>): Promise<Findings> {
  const into = noFindings();
  try {
    await run(into);
  } catch (error) {
    if (!(error instanceof Interruption)) throw error;
    into.interruptions.add(error.message);
  }
  return into;
}
