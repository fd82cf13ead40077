/** Which releases serve on which schema (docs/operate/upgrading.md). */

/** The end of a migration's name: the oldest release that serves on the schema with it. */
const OLDEST_RELEASE = /@(\d+\.\d+\.\d+)$/;

/**
 * Whether a release serves on a schema with a migration that it does not know.
 * @param release a version of this package, such as `1.2.0`
 */
export function isServedBy(migration: string, release: string): boolean {
  const oldest = OLDEST_RELEASE.exec(migration)?.[1];
  return oldest !== undefined && compared(release, oldest) >= 0;
}

/** Negative if the first release is older. A pre-release counts as its release. */
function compared(one: string, other: string): number {
  const [first, second] = [one, other].map((version) => version.split('-')[0]!.split('.').map(Number));
  return first!.map((part, index) => part - (second![index] ?? 0)).find((difference) => difference !== 0) ?? 0;
}
