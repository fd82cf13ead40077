import { Command, InvalidArgumentError, Option } from 'commander';

import type { Environment } from '../config/settings';
import { addMember, type GroupChoice, memberships, removeMember, UnknownGroupsError } from '../db/access/members';
import { KnownTokenError } from '../db/access/opaque-tokens';
import { CommandFailure, examples, jsonOption, type JsonOption } from './terminal';
import { withMigratedDatabase } from './with-database';

interface Options {
  readonly subject: string;
  readonly groups: GroupChoice;
}

const EXAMPLES = {
  add: ['leasegate member add --subject jane --groups acme,globex', "leasegate member add --subject jane --groups '*'"],
  remove: ['leasegate member remove --subject jane --groups globex'],
} as const;

/** `leasegate member add|remove|list` */
export function memberCommand(environment: Environment): Command {
  const change = (name: keyof typeof EXAMPLES, description: string, act: typeof addMember) =>
    new Command(name)
      .description(description)
      .addOption(subjectOption('`sub` claim of the caller’s tokens').makeOptionMandatory())
      .addOption(groupsOption('groups that the caller may see').makeOptionMandatory())
      .addHelpText('after', examples(...EXAMPLES[name]))
      .action((options: Options) =>
        withMigratedDatabase(environment, (db) => orFailure(act(db, options.subject, options.groups))),
      );

  const list = new Command('list')
    .description('print the groups that a caller may see, one per line, or all callers as JSON, one per line')
    .addOption(subjectOption('the caller (default: all)'))
    .addOption(jsonOption())
    .addHelpText('after', examples('leasegate member list', 'leasegate member list --subject jane'))
    .action(({ subject, json }: Partial<Options> & JsonOption) =>
      withMigratedDatabase(environment, async (db) => {
        const callers = await memberships(db, subject);
        if (subject !== undefined && callers.length === 0) throw new CommandFailure('No such caller.');
        for (const caller of callers) {
          if (json || subject === undefined) console.log(JSON.stringify(caller));
          else for (const group of [...(caller.allGroups ? ['*'] : []), ...caller.groups]) console.log(group);
        }
      }),
    );

  return new Command('member')
    .description('manage the groups of callers whose tokens name none')
    .addHelpText('after', examples(...EXAMPLES.add))
    .addCommand(change('add', 'let a caller see groups', addMember))
    .addCommand(change('remove', 'stop a caller from seeing groups', removeMember))
    .addCommand(list);
}

export const groupsOption = (meaning: string): Option =>
  new Option("--groups <a,b|'*'>", `${meaning}: identifiers separated by commas, or * for every group`).argParser(
    groupChoice,
  );

export const subjectOption = (meaning: string): Option =>
  new Option('--subject <subject>', meaning).argParser(checkedSubject);

/** @throws {CommandFailure} when `work` is given a group that does not exist, or a token that is stored already */
export async function orFailure<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    const isKnown = error instanceof UnknownGroupsError || error instanceof KnownTokenError;
    throw isKnown ? new CommandFailure(error.message) : error;
  });
}

function groupChoice(groups: string): GroupChoice {
  if (groups === '*') return '*';
  const identifiers = groups.split(',').filter((identifier) => identifier !== '');
  if (identifiers.length === 0) throw new InvalidArgumentError('It must name at least one group.');
  return identifiers;
}

function checkedSubject(subject: string): string {
  if (subject === '' || [...subject].length > 255) throw new InvalidArgumentError('It must have 1 to 255 characters.');
  return subject;
}
