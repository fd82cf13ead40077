/** Secrets of the settings that get into what a gateway writes. */

import { edit, seed } from '../edits.mjs';

const SECRET = 'src/model/secret.ts';
const LOG = 'src/telemetry/gateway-log.ts';

export const SECRET_LEAKS = [
  seed(
    'a line about overload has every setting, with its value',
    ['secrets'],
    edit(SECRET, "toJSON(): string {\n    return '[secret]';", 'toJSON(): unknown {\n    return this.#value;'),
    edit(
      LOG,
      '{ requests, maxRequestsInFlight, maxEventLoopDelayMs, databaseConnectTimeoutMs },',
      '{ requests, ...limits },',
    ),
  ),
  seed(
    'a message that contains a secret has its value',
    ['secrets'],
    edit(
      SECRET,
      "toString(): string {\n    return '[secret]';",
      'toString(): string {\n    return String(this.#value);',
    ),
  ),
  seed(
    '`print-config` shows the path of a URL that may be a key',
    ['printed'],
    edit('src/config/settings.ts', 'setting.secretPath ? host : shown', 'shown'),
  ),
];
