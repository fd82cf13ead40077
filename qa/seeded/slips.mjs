/** A mistake in each folder of `src` that has no seed elsewhere: `npm test` must notice a mistake in any folder. */

/** @type {readonly import('./edits.mjs').Seed[]} */
export const SLIPS = [
  {
    name: 'a Ctrl-C that arrives twice ends the gateway by force',
    edits: [{ file: 'src/cli/signals.ts', find: 'at - first.at > SAME', replace: 'at - first.at >= SAME' }],
    suites: ['signals'],
  },
  {
    name: 'the least number of a setting is refused',
    edits: [
      {
        file: 'src/config/setting-values.ts',
        find: 'value >= from && value <= to',
        replace: 'value > from && value <= to',
      },
    ],
    suites: ['settings'],
  },
  {
    name: 'a connection that is too old is used again',
    edits: [
      {
        file: 'src/db/pool/pool.ts',
        find: 'return connection.isOpen && this.options.monotonicNow() < oldAt;',
        replace: 'return connection.isOpen;',
      },
    ],
    suites: ['pool'],
  },
  {
    name: 'a database host that is behind takes over',
    edits: [{ file: 'src/db/hosts.ts', find: 'last.at - this.options.maxLagMs', replace: 'last.at - 1e9' }],
    suites: ['hosts'],
  },
  {
    name: 'a page size that is too large costs nothing',
    edits: [{ file: 'src/graphql/limits/measurement.ts', find: '? size : PAGE_LIMIT;', replace: '? size : 0;' }],
    suites: ['cost'],
  },
  {
    name: 'an identifier of blanks is imported',
    edits: [
      {
        file: 'ingest/import/field-types.ts',
        find: 'if (/^ *$/.test(identifier))',
        replace: 'if (/^$/.test(identifier))',
      },
    ],
    suites: ['import'],
  },
  {
    name: 'every hundredth year is a leap year',
    edits: [
      {
        file: 'src/model/local-date.ts',
        find: '(year % 100 !== 0 || year % 400 === 0)',
        replace: 'year % 2 === 0',
      },
    ],
    suites: ['cases', 'import'],
  },
  {
    name: 'a record that one answer lacks is no difference',
    edits: [
      {
        file: 'cutover/compare/compare-values.ts',
        find: "else if (own === undefined) findings.push(stated('missing_record', inner, ['absent', 'present']));",
        replace: 'else if (own === undefined) continue;',
      },
    ],
    suites: ['comparison'],
  },
  {
    name: 'the old service gets a cursor that Leasegate issued',
    edits: [
      {
        file: 'cutover/proxy/proxy.ts',
        find: ' || cursorOf(bytes.toString()) !== undefined',
        replace: '',
      },
    ],
    suites: ['fallback'],
  },
  {
    name: 'one request more than the limit passes',
    edits: [
      { file: 'src/rate-limit/caller-limit.ts', find: 'window.used < requests', replace: 'window.used <= requests' },
    ],
    suites: ['windows'],
  },
  {
    name: 'a difference counts the first time',
    edits: [
      {
        file: 'cutover/compare/compare-lookup.ts',
        find: 'const differences = last.result.differences.filter(',
        replace: 'const differences = first.result.differences.filter(',
      },
    ],
    suites: ['replay'],
  },
  {
    name: 'a check is broken that no longer is when it is asked again',
    edits: [
      {
        file: 'cutover/conformance/findings.ts',
        find: 'if (!second.broken.has(id)) this.all.unsteady.add(id);',
        replace: 'if (second === undefined) this.all.unsteady.add(id);',
      },
    ],
    suites: ['conformance'],
  },
  {
    name: 'the largest list of ids is refused',
    edits: [
      { file: 'src/resolvers/resolvers.ts', find: 'ids.length > PAGE_LIMIT', replace: 'ids.length >= PAGE_LIMIT' },
    ],
    suites: ['nodes'],
  },
  {
    name: 'an id has several spellings',
    edits: [
      {
        file: 'src/schema/opaque-ids.ts',
        find: 'return encode(decoded) === text ? decoded : undefined;',
        replace: 'return decoded;',
      },
    ],
    suites: ['ids'],
  },
  {
    name: 'a verdict on the schema never grows old',
    edits: [{ file: 'src/server/admin.ts', find: ' || age >= USABLE_MS', replace: '' }],
    suites: ['readiness'],
  },
  {
    name: 'a failure of the audit trail is told with every line',
    edits: [
      {
        file: 'src/telemetry/audit-trail.ts',
        find: '      if (monotonicNow() - reportedAt < QUIET_MS) return;\n',
        replace: '',
      },
    ],
    suites: ['trail'],
  },
];
