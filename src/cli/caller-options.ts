/** The options by which `leasegate member` and `leasegate token` name a caller and groups. */

import { InvalidArgumentError, Option } from 'commander';

import { type GroupChoice, UnknownGroupsError } from '../db/access/members';
import { CommandFailure } from './failure';

/** @param what `--groups` are to the command */
export const groupsOption = (what: string): Option =>
  new Option("--groups <a,b|'*'>", `${what}: group identifiers, comma-separated, or * for every group`).argParser(
    groupChoice,
  );

/** @param whose `--subject` is */
export const subjectOption = (whose: string): Option =>
  new Option('--subject <subject>', whose).argParser(checkedSubject).makeOptionMandatory();

/** Rejects with a failure that the person at the terminal can read when `work` is given a group that does not exist. */
export async function withKnownGroups<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    throw error instanceof UnknownGroupsError ? new CommandFailure(error.message) : error;
  });
}

function groupChoice(groups: string): GroupChoice {
  if (groups === '*') return '*';
  const identifiers = groups.split(',').filter((identifier) => identifier !== '');
  if (identifiers.length === 0) throw new InvalidArgumentError('It names no group.');
  return identifiers;
}

function checkedSubject(subject: string): string {
  if (subject === '' || [...subject].length > 255) throw new InvalidArgumentError('It must have 1 to 255 characters.');
  return subject;
}
