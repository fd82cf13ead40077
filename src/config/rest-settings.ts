/** Settings for the time in which callers leave REST (decision 80, docs/operate/retiring-rest.md). */

import type { Environment, SettingReader } from './setting-reader';
import type { PathDates } from './setting-values';

export interface RestSettings {
  readonly unknownFields: 'ignore' | 'refuse';
  readonly contentType: 'strict' | 'lenient';
  readonly explain: 'on' | 'off';
  readonly deprecation: PathDates;
  readonly sunset: PathDates;
  readonly link?: string;
}

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
