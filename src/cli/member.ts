import { Command, InvalidArgumentError } from 'commander';

import { addMember, type Membership, membershipsOf, removeMember, UnknownGroupsError } from '../db/members';
import type { Environment } from '../settings';
import { CommandFailure } from './failure';
import { withMigratedDatabase } from './with-database';

const groupsOption = [
  "--groups <a,b|'*'>",
  'group identifiers, comma-separated, or * for every group',
  membership,
] as const;
const subjectOption = ['--subject <subject>', 'the `sub` of the caller’s tokens', checkedSubject] as const;

interface Options {
  readonly subject: string;
  readonly groups: Membership;
}

/** `leasegate member add|remove|list` */
export function memberCommand(environment: Environment): Command {
  const change = (name: string, description: string, act: typeof addMember) =>
    new Command(name)
      .description(description)
      .requiredOption(...subjectOption)
      .requiredOption(...groupsOption)
      .action(({ subject, groups }: Options) =>
        withMigratedDatabase(environment, async (db) => {
          await act(db, subject, groups).catch((error: unknown) => {
            throw error instanceof UnknownGroupsError ? new CommandFailure(error.message) : error;
          });
        }),
      );

  const list = new Command('list')
    .description('print what a caller may see, a group a line')
    .requiredOption(...subjectOption)
    .action(({ subject }: Options) =>
      withMigratedDatabase(environment, async (db) => {
        const found = await membershipsOf(db, subject);
        if (found === null) throw new CommandFailure('No such caller.');
        if (found.allGroups) console.log('*');
        for (const group of found.groups) console.log(group);
      }),
    );

  return new Command('member')
    .description('keep what callers whose tokens name no groups may see')
    .addHelpText(
      'after',
      "\nExample:\n  leasegate member add --subject jane --groups acme,globex\n  leasegate member add --subject jane --groups '*'",
    )
    .addCommand(change('add', 'let a caller see groups', addMember))
    .addCommand(change('remove', 'no longer let a caller see groups', removeMember))
    .addCommand(list);
}

function membership(groups: string): Membership {
  if (groups === '*') return '*';
  const identifiers = groups.split(',').filter((identifier) => identifier !== '');
  if (identifiers.length === 0) throw new InvalidArgumentError('It names no group.');
  return identifiers;
}

function checkedSubject(subject: string): string {
  if (subject === '' || [...subject].length > 255) throw new InvalidArgumentError('It must have 1 to 255 characters.');
  return subject;
}
