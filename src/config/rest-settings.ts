/** Settings for the time in which callers leave REST (decision 80, docs/operate/retiring-rest.md). */

import type { Environment, SettingReader } from './setting-reader';
import { httpUrl, oneOf, type PathDates, pathDates } from './setting-values';

export const REST_SETTINGS = {
  REST_UNKNOWN_FIELDS: {
    default: 'ignore',
    meaning: 'what happens to fields of a REST request that the contract does not name: `ignore` or `refuse`',
    read: oneOf('ignore', 'refuse'),
  },
  REST_CONTENT_TYPE: {
    default: 'strict',
    meaning:
      'whether a REST request with a body needs a `Content-Type`: `strict`, or `lenient` (without one it is JSON)',
    read: oneOf('strict', 'lenient'),
  },
  REST_EXPLAIN: {
    default: 'off',
    meaning:
      'whether `?explain` on a REST path answers with the equivalent GraphQL operation: `on` or `off`; see `docs/use/rest.md`',
    read: oneOf('on', 'off'),
  },
  REST_DEPRECATION: {
    meaning:
      'date from which the REST paths are deprecated, for their `Deprecation` header: one for both, or `PATH=DATE` separated by commas',
    read: pathDates,
  },
  REST_SUNSET: {
    meaning: 'date from which they may be gone, for their `Sunset` header, in the same form',
    read: pathDates,
  },
  REST_DEPRECATION_LINK: {
    meaning: 'URL of a page that tells callers what to do, for their `Link` header; needs one of these dates',
    read: httpUrl,
  },
} as const;

export interface RestSettings {
  readonly unknownFields: 'ignore' | 'refuse';
  readonly contentType: 'strict' | 'lenient';
  readonly explain: 'on' | 'off';
  readonly deprecation: PathDates;
  readonly sunset: PathDates;
  readonly link?: string;
}

/** The settings of {@link REST_SETTINGS}. */
export function readRest(reader: SettingReader, { REST_DEPRECATION_LINK }: Environment): RestSettings {
  const deprecation = reader.optional('REST_DEPRECATION') ?? {};
  const sunset = reader.optional('REST_SUNSET') ?? {};
  // RFC 8594, section 5: a resource is deprecated before it is gone.
  if (Object.entries(sunset).some(([path, date]) => date < (deprecation[path as keyof typeof deprecation] ?? date)))
    reader.reject('REST_SUNSET', 'must not be before REST_DEPRECATION');
  if (REST_DEPRECATION_LINK && Object.keys({ ...deprecation, ...sunset }).length === 0)
    reader.reject('REST_DEPRECATION_LINK', 'needs REST_DEPRECATION or REST_SUNSET');
  return {
    unknownFields: reader.required('REST_UNKNOWN_FIELDS'),
    contentType: reader.required('REST_CONTENT_TYPE'),
    explain: reader.required('REST_EXPLAIN'),
    deprecation,
    sunset,
    link: reader.optional('REST_DEPRECATION_LINK'),
  };
}
