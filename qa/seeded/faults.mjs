/** Mistakes that show a caller nothing hidden. `npm test` must notice a mistake in any folder of `src`. */

import { edit, seed } from './edits.mjs';

const SUITES = ['worlds', 'paging', 'hidden', 'contract'];

export const FAULTS = [
  seed('a strict > hides the row with id 1', SUITES, edit('src/rest/wire.ts', 'after: id === 1 ? 0 : id', 'after: id')),
  seed('a Date for a date', SUITES, edit('src/db/connect.ts', 'dateStrings: true', 'dateStrings: false')),
  seed(
    'an active lease may start today',
    SUITES,
    edit('src/db/search/conditions.ts', 'start_date`)} < ${day}', 'start_date`)} <= ${day}'),
  ),
  seed(
    'the end of the move-in range is not included',
    SUITES,
    edit(
      'src/db/search/conditions.ts',
      "p.move_in_day between ${slot<string>('first')} and ${slot<string>('last')}",
      "p.move_in_day >= ${slot<string>('first')} and p.move_in_day < ${slot<string>('last')}",
    ),
  ),
  seed(
    'no row is read ahead',
    SUITES,
    edit('src/lookups/paginate.ts', 'limit: bounds.limit + 1 }', 'limit: bounds.limit }'),
  ),
  seed(
    'a Ctrl-C that arrives twice ends the gateway by force',
    ['signals'],
    edit('src/cli/signals.ts', 'at - first.at > SAME', 'at - first.at >= SAME'),
  ),
  seed(
    'the least number of a setting is refused',
    ['settings'],
    edit('src/config/setting-values.ts', 'value >= from && value <= to', 'value > from && value <= to'),
  ),
  seed(
    'a connection that is too old is used again',
    ['pool'],
    edit(
      'src/db/pool/pool.ts',
      'return connection.isOpen && this.options.monotonicNow() < oldAt;',
      'return connection.isOpen;',
    ),
  ),
  seed(
    'a database host that is behind takes over',
    ['hosts'],
    edit('src/db/hosts.ts', 'last.at - this.options.maxLagMs', 'last.at - 1e9'),
  ),
  seed(
    'a page size that is too large costs nothing',
    ['cost'],
    edit('src/graphql/limits/measurement.ts', '? size : PAGE_LIMIT;', '? size : 0;'),
  ),
  seed(
    'an identifier of blanks is imported',
    ['import'],
    edit('ingest/import/field-types.ts', 'if (isBlank(identifier))', 'if (/^$/.test(identifier))'),
  ),
  seed(
    'every hundredth year is a leap year',
    ['cases', 'import'],
    edit('src/model/local-date.ts', '(year % 100 !== 0 || year % 400 === 0)', 'year % 2 === 0'),
  ),
  seed(
    'a record that one answer lacks is no difference',
    ['comparison'],
    edit(
      'cutover/compare/compare-values.ts',
      "else if (own === undefined) findings.push(stated('missing_record', inner, ['absent', 'present']));",
      'else if (own === undefined) continue;',
    ),
  ),
  seed(
    'the old service gets a cursor that Leasegate issued',
    ['fallback'],
    edit('cutover/proxy/proxy.ts', ' || cursorOf(bytes.toString()) !== undefined', ''),
  ),
  seed(
    'one request more than the limit passes',
    ['windows'],
    edit('src/rate-limit/caller-limit.ts', 'window.used < requests', 'window.used <= requests'),
  ),
  seed(
    'a difference counts the first time',
    ['replay'],
    edit(
      'cutover/compare/compare-lookup.ts',
      'const differences = last.result.differences.filter(',
      'const differences = first.result.differences.filter(',
    ),
  ),
  seed(
    'a check is broken that no longer is when it is asked again',
    ['conformance'],
    edit(
      'cutover/conformance/findings.ts',
      'if (!second.broken.has(id)) this.all.unsteady.add(id);',
      'if (second === undefined) this.all.unsteady.add(id);',
    ),
  ),
  seed(
    'the largest list of ids is refused',
    ['nodes'],
    edit('src/resolvers/arguments.ts', 'ids.length > PAGE_LIMIT', 'ids.length >= PAGE_LIMIT'),
  ),
  seed(
    'an id has several spellings',
    ['ids'],
    edit('src/schema/opaque-ids.ts', 'return encode(decoded) === text ? decoded : undefined;', 'return decoded;'),
  ),
  seed(
    'a verdict on the schema never grows old',
    ['readiness'],
    edit('src/server/admin.ts', ' || age >= USABLE_MS', ''),
  ),
  seed(
    'a failure of the audit trail is told with every line',
    ['trail'],
    edit('src/telemetry/audit-trail.ts', '      if (monotonicNow() - reportedAt < QUIET_MS) return;\n', ''),
  ),
];
