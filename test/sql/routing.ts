/**
 * Whether statements say which groups they are about, so that a database that is spread by group can send each to where those
 * are (docs/operate/scale.md).
 */

export const RECORDS = '(?:units|tenants|leases|lease_tenants)';
/** A query on records up to the next query, within the same statement or after it. */
const QUERIES = new RegExp(`\\bfrom (?=${RECORDS}\\b)`);
const NAMES_GROUPS = /\bgroup_id (?:in \(\?|= (?:\?|l\.group_id))/;

/** Queries about all groups, for any caller. Their result is never part of an answer. It only decides how many ids a search skips. */
export const ABOUT_ALL_GROUPS: Readonly<Record<string, RegExp>> = {
  'the first ids of the tenants who moved in in a month':
    /^lease_tenants as p force index \(lease_tenants_by_month\) where p\.move_in_month /,
};

/** The queries of a caller with listed groups that neither name their groups nor belong to {@link ABOUT_ALL_GROUPS}. */
export const unrouted = (statements: readonly string[]): string[] =>
  statements
    .flatMap((sql) => sql.replaceAll('`', '').replace(/\s+/g, ' ').trim().split(QUERIES).slice(1))
    .filter((query) => !Object.values(ABOUT_ALL_GROUPS).some((pattern) => pattern.test(query)))
    .filter((query) => !NAMES_GROUPS.test(query));
