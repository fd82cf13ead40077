/** Milliseconds. A process that lived for so long did not die of its start. */
const LIVED = 10_000;
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;

/** How many in a row may die young before there is a pause. */
const AT_ONCE = 5;

/** Returns how long to wait before a process that died is replaced, by how long it had lived; both in milliseconds. */
export function backOff(): (livedMs: number) => number {
  let diedYoung = 0;
  return (livedMs) => {
    diedYoung = livedMs > LIVED ? 0 : diedYoung + 1;
    return diedYoung <= AT_ONCE ? 0 : Math.min(FIRST_PAUSE * 2 ** (diedYoung - AT_ONCE - 1), LONGEST_PAUSE);
  };
}
