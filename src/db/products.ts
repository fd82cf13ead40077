/** Which servers this program cannot use. docs/operate/install.md lists them, and those that it can. */

const NEEDED = 'which Leasegate cannot use: it needs MySQL 8.0 or newer, or MariaDB 10.6 or newer';

/** By a word of the version or of `version_comment`. Each speaks the protocol of MySQL and differs in what it stores or answers. */
const OTHERS = { TiDB: /tidb/i, Vitess: /vitess|planetscale/i, SingleStore: /singlestore|memsql/i };

/**
 * Why a server cannot be used, to follow the words “the database”. Undefined if it can.
 * @param version as `version()` says it, or the greeting, in which MariaDB begins with `5.5.5-`
 */
export function productProblem(version: string, comment = ''): string | undefined {
  const [product] = Object.entries(OTHERS).find(([, word]) => word.test(`${version} ${comment}`)) ?? [];
  if (product !== undefined) return `is ${product}, ${NEEDED}`;
  const [, major = '', minor = ''] = /^(?:5\.5\.5-(?=\d+\.\d+\.\d+-mariadb))?(\d+)\.(\d+)/i.exec(version) ?? [];
  const [name, least] = /mariadb/i.test(version) ? ['MariaDB', 1006] : ['MySQL', 800];
  // Numbers that nobody can read say nothing.
  if (major === '' || Number(major) * 100 + Number(minor) >= least) return undefined;
  return `is ${name} ${major}.${minor}, ${NEEDED}`;
}
