/** Signs the sums of a release with an SSH key, and verifies them as its readers do. */

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Of `ssh-keygen -Y`: a signature counts for nothing else. */
const NAMESPACE = 'leasegate-release';

/** Whose keys sign releases, in the words of the file of signers. */
const SIGNER = 'releases';

/** @param signers the file with the public keys that readers trust */
export function keyProblems({ key, signers }) {
  if (key === undefined) return ['A release needs --key FILE, the SSH key that signs it.'];
  if (!existsSync(key)) return [`There is no key ${key}.`];
  if (!existsSync(signers))
    return [`There is no ${signers}: commit it first, with the line "${SIGNER} " and the public key.`];
  return [];
}

/** Writes `FILE.sig`. @throws {Error} when the key cannot sign, or readers would refuse the signature */
export function sign(file, { key, signers }) {
  keygen(['-Y', 'sign', '-q', '-f', key, '-n', NAMESPACE, file]);
  const verify = ['-Y', 'verify', '-f', signers, '-I', SIGNER, '-n', NAMESPACE, '-s', `${file}.sig`];
  keygen(verify, readFileSync(file));
  return `${file}.sig`;
}

function keygen(args, input) {
  const { status, stderr, error } = spawnSync('ssh-keygen', args, { input, encoding: 'utf8' });
  if (status !== 0) throw new Error(`ssh-keygen ${args[1]} failed: ${error?.message ?? stderr.trim()}`);
}
