import { readSettings } from '../../src/config/settings';
import { problemsOf, REQUIRED } from '../support/settings';

const LEGACY_URL = 'https://old.example/api/';
const AUDIT_KEY = 'k'.repeat(32);

test('an old service is used only with a mode', () => {
  expect(readSettings({ ...REQUIRED, LEGACY_URL }).legacy).toBe(null);
  expect(readSettings({ ...REQUIRED, LEGACY_URL, LEGACY_MODE: 'shadow', AUDIT_KEY }).legacy).toEqual({
    url: LEGACY_URL,
    mode: 'shadow',
    timeoutMs: 10_000,
    comparisons: 4,
    key: Buffer.from(AUDIT_KEY),
  });
  expect(readSettings({ ...REQUIRED, LEGACY_URL, LEGACY_MODE: 'fallback', AUDIT_KEY }).legacy?.key).toBe(undefined);
});

test.each([
  [{ LEGACY_MODE: 'shadow', AUDIT_KEY }, 'LEGACY_URL must be set with LEGACY_MODE'],
  [{ LEGACY_MODE: 'fallback' }, 'LEGACY_URL must be set with LEGACY_MODE'],
  [
    { LEGACY_MODE: 'compare', LEGACY_URL },
    'AUDIT_KEY must be set with LEGACY_MODE=compare, otherwise the comparisons of a caller could not be added up',
  ],
  [{ LEGACY_MODE: 'on', LEGACY_URL }, 'LEGACY_MODE must be one of off, shadow, compare, fallback'],
  [
    { LEGACY_MODE: 'fallback', LEGACY_URL: 'old.example' },
    'LEGACY_URL must be an https:// or http:// URL without user, password or #',
  ],
  [{ LEGACY_TIMEOUT_MS: '0' }, 'LEGACY_TIMEOUT_MS must be a whole number from 1 to 600000'],
  [{ LEGACY_COMPARISONS: '0' }, 'LEGACY_COMPARISONS must be a whole number from 1 to 100'],
])('%p is refused', (settings, problem) => {
  expect(problemsOf({ ...REQUIRED, ...settings })).toEqual([problem]);
});
