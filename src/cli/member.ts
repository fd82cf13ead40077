import { Command } from 'commander';

import { addMember, type GroupChoice, membershipsOf, removeMember } from '../db/access/members';
import type { Environment } from '../config/settings';
import { groupsOption, subjectOption, withKnownGroups } from './caller-options';
import { CommandFailure } from './failure';
import { jsonOption, type JsonOption } from './json-option';
import { examples } from './style';
import { withMigratedDatabase } from './with-database';

const groups = () => groupsOption('what the caller sees').makeOptionMandatory();
const subject = () => subjectOption('the `sub` of the caller’s tokens');

interface Options {
  readonly subject: string;
  readonly groups: GroupChoice;
}

const SHOWN = {
  add: ['leasegate member add --subject jane --groups acme,globex', "leasegate member add --subject jane --groups '*'"],
  remove: ['leasegate member remove --subject jane --groups globex'],
} as const;

/** `leasegate member add|remove|list` */
export function memberCommand(environment: Environment): Command {
  const change = (name: keyof typeof SHOWN, description: string, act: typeof addMember) =>
    new Command(name)
      .description(description)
      .addOption(subject())
      .addOption(groups())
      .addHelpText('after', examples(...SHOWN[name]))
      .action((options: Options) =>
        withMigratedDatabase(environment, (db) => withKnownGroups(act(db, options.subject, options.groups))),
      );

  const list = new Command('list')
    .description('print what a caller may see, a group a line')
    .addOption(subject())
    .addOption(jsonOption())
    .addHelpText('after', examples('leasegate member list --subject jane'))
    .action(({ subject, json }: Options & JsonOption) =>
      withMigratedDatabase(environment, async (db) => {
        const found = await membershipsOf(db, subject);
        if (found === null) throw new CommandFailure('No such caller.');
        if (json) return console.log(JSON.stringify({ subject, ...found }));
        if (found.allGroups) console.log('*');
        for (const group of found.groups) console.log(group);
      }),
    );

  return new Command('member')
    .description('keep what callers whose tokens name no groups may see')
    .addHelpText('after', examples(...SHOWN.add))
    .addCommand(change('add', 'let a caller see groups', addMember))
    .addCommand(change('remove', 'no longer let a caller see groups', removeMember))
    .addCommand(list);
}
