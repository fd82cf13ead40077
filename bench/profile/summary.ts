/** Summarises a CPU profile in a few lines. */

export interface ProfileNode {
  readonly id: number;
  readonly callFrame: {
    readonly functionName: string;
    readonly scriptId: string;
    readonly url: string;
    /** Zero-based. */
    readonly lineNumber: number;
  };
}

/** The parts of a `.cpuprofile` that are read here. */
export interface Profile {
  readonly nodes: readonly ProfileNode[];
  /** The node of each sample. */
  readonly samples?: readonly number[];
  /** Microseconds since the previous sample. */
  readonly timeDeltas?: readonly number[];
}

export interface Share {
  readonly name: string;
  /** The share of the busy time spent in the function itself, not in what it calls: 0 to 1. */
  readonly share: number;
}

export interface ProfileSummary {
  readonly functions: readonly Share[];
  /** Packages, layers of `src`, and everything else. */
  readonly origins: readonly Share[];
}

const IDLE = '(idle)';

/** Shares in descending order, without idle time. */
export function summarise({ nodes, samples = [], timeDeltas = [] }: Profile): ProfileSummary {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const functions = new Map<string, number>();
  const origins = new Map<string, number>();
  let total = 0;
  samples.forEach((id, nth) => {
    const node = byId.get(id);
    if (node === undefined || node.callFrame.functionName === IDLE) return;
    // A sample lasts until the next one; the last has no duration.
    const time = Math.max(0, timeDeltas[nth + 1] ?? 0);
    total += time;
    add(functions, titleOf(node), time);
    add(origins, originOf(node), time);
  });
  return { functions: sharesOf(functions, total), origins: sharesOf(origins, total) };
}

function add(times: Map<string, number>, name: string, time: number): void {
  times.set(name, (times.get(name) ?? 0) + time);
}

const sharesOf = (times: ReadonlyMap<string, number>, total: number): Share[] =>
  [...times].map(([name, time]) => ({ name, share: time / total })).sort((a, b) => b.share - a.share);

/** The folder of `npm install`, or of another package manager within it. */
const PACKAGE = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(.*)$/;
const OWN = /\/dist\/(.*)\.js$/;

function originOf({ callFrame: { functionName, scriptId, url } }: ProfileNode): string {
  const pack = PACKAGE.exec(url)?.[1];
  if (pack !== undefined) return pack;
  const own = OWN.exec(url)?.[1];
  if (own !== undefined) return `src/${own.split('/')[0]}`;
  if (url.startsWith('node:')) return 'node internals';
  if (functionName === '(garbage collector)') return 'garbage collector';
  // Native functions have no script; code that a package generates at run time has a script without a file.
  return url === '' && scriptId === '0' ? 'native code' : 'code made at run time';
}

function titleOf({ callFrame: { functionName, url, lineNumber } }: ProfileNode): string {
  const name = functionName || '(anonymous)';
  const file = url.replace(PACKAGE, '$1/$2').replace(/^file:.*\/dist\//, 'src/');
  return file === '' ? name : `${name} ${file}:${lineNumber + 1}`;
}

/** @param most the number of functions to show */
export function summaryText({ functions, origins }: ProfileSummary, most: number): string {
  const lines = (shares: readonly Share[]) =>
    shares.map(({ name, share }) => `${(100 * share).toFixed(1).padStart(5)} %  ${name}`).join('\n');
  const shown = origins.filter(({ share }) => share >= 0.001);
  return `Share of CPU time by origin\n${lines(shown)}\n\nFunctions with most time of their own\n${lines(functions.slice(0, most))}`;
}
