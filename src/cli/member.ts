import { Command } from 'commander';

import type { GroupChoice } from '../db/group-choice';
import { addMember, membershipsOf, removeMember } from '../db/members';
import type { Environment } from '../settings';
import { groupsOption, subjectOption, withKnownGroups } from './caller-options';
import { CommandFailure } from './failure';
import { withMigratedDatabase } from './with-database';

const groups = () => groupsOption('what the caller sees').makeOptionMandatory();
const subject = () => subjectOption('the `sub` of the caller’s tokens');

interface Options {
  readonly subject: string;
  readonly groups: GroupChoice;
}

/** `leasegate member add|remove|list` */
export function memberCommand(environment: Environment): Command {
  const change = (name: string, description: string, act: typeof addMember) =>
    new Command(name)
      .description(description)
      .addOption(subject())
      .addOption(groups())
      .action((options: Options) =>
        withMigratedDatabase(environment, (db) => withKnownGroups(act(db, options.subject, options.groups))),
      );

  const list = new Command('list')
    .description('print what a caller may see, a group a line')
    .addOption(subject())
    .action((options: Options) =>
      withMigratedDatabase(environment, async (db) => {
        const found = await membershipsOf(db, options.subject);
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
