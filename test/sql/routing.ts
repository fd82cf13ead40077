/**
 * Whether statements say which groups they are about, so that a database that is spread by group can send each to where those
 * are (docs/operate/scale.md).
 */

const RECORDS = '(?:units|tenants|leases|lease_tenants)';
const ON_RECORDS = new RegExp(`\\b(?:from|join) ${RECORDS}\\b`);
const NAMES_GROUPS = /\bgroup_id (?:in \(\?|= \?)/;

/** Statements about all groups, for any caller. Their result is never part of an answer. It only decides how an answer is found. */
export const ABOUT_ALL_GROUPS: Readonly<Record<string, RegExp>> = {
  'the years in which anyone moved in': /^select distinct p\.move_in_year as year from lease_tenants as p /,
  'the first month in which any lease starts or ends':
    /^select min\(l\.(?:start|end)_month\) as month from leases as l /,
  'the last id of a table': /^select max\(id\) as id from (?:tenants|leases|groups)$/,
  'how many rows a server expects': /^explain format = traditional /,
};

/** Streams of all groups whose rows the same statement limits to the scope. For other rows it returns an id and no match. */
const HELD_AROUND = /^\(?select c\.run, c\.id, \(c\.group_id in \(\?.*\) as matches from \(/;

/** Further ids, fetched in the same statement. */
const BESIDE = ' union all (select -1 as run, ';

/**
 * The statements of a caller with listed groups that neither name their groups nor belong to {@link ABOUT_ALL_GROUPS}.
 */
export function unrouted(statements: readonly string[]): string[] {
  return statements
    .flatMap((sql) => sql.replaceAll('`', '').replace(/\s+/g, ' ').trim().split(BESIDE))
    .filter((sql) => ON_RECORDS.test(sql) && !HELD_AROUND.test(sql))
    .filter((sql) => !Object.values(ABOUT_ALL_GROUPS).some((known) => known.test(sql)))
    .filter((sql) => sql.split(' union all ').some((arm) => ON_RECORDS.test(arm) && !NAMES_GROUPS.test(arm)));
}
