/**
 * Mistakes that the suite must notice, each as one edit of the source. `find` must stand in its file exactly once.
 *
 * @typedef {{ name: string, file: string, find: string, replace: string }} Fault
 * @type {readonly Fault[]}
 */
export const FAULTS = [
  {
    name: 'the group condition is dropped',
    file: 'src/db/visibility.ts',
    find: `selectFrom('tenants as t').where(this.scope.holds('t.group_id'))`,
    replace: `selectFrom('tenants as t')`,
  },
  {
    name: 'OR for AND between two identifications',
    file: 'src/db/lease-queries.ts',
    find: `    .$if(emailAddress !== undefined, (q) => q.where('t.email_key', '=', emailKey(emailAddress!)))
    .$if(phoneNumber !== undefined, (q) => q.where('t.phone_key', '=', phoneKey(phoneNumber!)))
`,
    replace: `    .$if(emailAddress !== undefined || phoneNumber !== undefined, (q) =>
      q.where((eb) =>
        eb.or([
          ...(emailAddress === undefined ? [] : [eb('t.email_key', '=', emailKey(emailAddress))]),
          ...(phoneNumber === undefined ? [] : [eb('t.phone_key', '=', phoneKey(phoneNumber))]),
        ]),
      ),
    )
`,
  },
  {
    name: 'a strict > hides the row with id 1',
    file: 'src/rest/requests.ts',
    find: `after: id === 1 ? 0 : id`,
    replace: `after: id`,
  },
  {
    name: 'a Date for a date',
    file: 'src/db/connect.ts',
    find: `dateStrings: true`,
    replace: `dateStrings: false`,
  },
  {
    name: 'a number is accepted for a string',
    file: 'src/lookups/fields.ts',
    find: `if (typeof value !== 'string') this.#refuse(name, 'must be a string');`,
    replace: `if (typeof value === 'number') return String(value);
    if (typeof value !== 'string') this.#refuse(name, 'must be a string');`,
  },
  {
    name: 'OR for AND between two parts of an address',
    file: 'src/db/tenant-queries.ts',
    find: `eb.and(addressConditions(address!))`,
    replace: `eb.or(addressConditions(address!))`,
  },
  {
    name: 'a group that a request names is not held to what the caller may see',
    file: 'src/db/visibility.ts',
    find: `      .where(this.holds('g.id'))
`,
    replace: '',
  },
  {
    name: 'an active lease may start today',
    file: 'src/db/lease-queries.ts',
    find: 'l.start_date < ${day}',
    replace: 'l.start_date <= ${day}',
  },
  {
    name: 'the end of the move-in range is not included',
    file: 'src/db/tenant-queries.ts',
    find: `q.where('l.move_in_date', '<=', maxMoveInDate!)`,
    replace: `q.where('l.move_in_date', '<', maxMoveInDate!)`,
  },
  {
    name: 'no row is read ahead',
    file: 'src/lookups/paginate.ts',
    find: `limit: limit + 1 }`,
    replace: `limit }`,
  },
];
