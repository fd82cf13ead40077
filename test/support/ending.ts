/** The cleanup of what the setup of a run started, last first: for the teardown, and for Ctrl-C. */
const ending: (() => unknown)[] = [];

export function atEnd(end: () => unknown): void {
  ending.unshift(end);
}

export async function endAll(): Promise<void> {
  for (const end of ending.splice(0)) await end();
}
