import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';

import { Command, InvalidArgumentError, Option } from 'commander';

import { newOpaqueToken, opaqueTokenProblem, tokenHash } from '../auth/opaque-token';
import type { Environment } from '../config/settings';
import { addMember, type GroupChoice, memberships, removeMember, UnknownGroupsError } from '../db/access/members';
import {
  addOpaqueToken,
  KnownTokenError,
  type ListedOpaqueToken,
  listOpaqueTokens,
  revokeOpaqueToken,
} from '../db/access/opaque-tokens';
import { CommandFailure, examples, jsonOption, type JsonOption } from './terminal';
import { withMigratedDatabase } from './with-database';

interface Options {
  readonly subject: string;
  readonly groups?: GroupChoice;
  /** Milliseconds. */
  readonly expires?: number;
}

const CREATE = 'leasegate token create --subject billing --groups acme --expires 90d';
const INSPECT = 'leasegate token inspect < token.txt';
const IMPORT = 'leasegate token import --subject billing < token.txt';

/** `leasegate token create|import|list|revoke|inspect` */
export function tokenCommand(environment: Environment): Command {
  const adding = (name: string, description: string) =>
    new Command(name)
      .description(description)
      .addOption(subjectOption('caller that the token belongs to').makeOptionMandatory())
      .addOption(groupsOption('groups that the token gives access to (default: those of the subject at each request)'))
      .addOption(
        new Option('--expires <30d>', 'lifetime in hours (h) or days (d) (default: unlimited)').argParser(lifetime),
      );

  const add = (token: string, { subject, groups, expires }: Options, onAdded: (id: number) => void) =>
    withMigratedDatabase(environment, async (db) => {
      const createdAt = new Date();
      const expiresAt = expires === undefined ? null : new Date(createdAt.getTime() + expires);
      const added = addOpaqueToken(db, {
        sha256: tokenHash(token),
        subject,
        groups: groups ?? null,
        createdAt,
        expiresAt,
      });
      onAdded(await orFailure(added));
    });

  const create = adding('create', 'create a token and print it once')
    .addHelpText('after', examples(CREATE))
    .action((options: Options) => {
      const token = newOpaqueToken(randomBytes(32));
      return add(token, options, (id) => {
        console.log(token);
        console.error(`This is token ${id}. It cannot be shown again: only its SHA-256 hash is stored.`);
      });
    });

  const take = adding('import', 'add a token that a caller already has, read from standard input')
    .addHelpText('after', examples(IMPORT))
    .action(async (options: Options) => {
      const token = (await text(process.stdin)).replace(/\r?\n$/, '');
      const problem = opaqueTokenProblem(token);
      if (problem !== undefined) throw new CommandFailure(`The token ${problem}.`);
      await add(token, options, (id) => console.error(`This is token ${id}. Only its SHA-256 hash is stored.`));
    });

  const list = new Command('list')
    .description('print all tokens as JSON, one per line, without their text')
    .addHelpText('after', examples('leasegate token list'))
    .action(() =>
      withMigratedDatabase(environment, async (db) => {
        for (const token of await listOpaqueTokens(db)) console.log(JSON.stringify(shown(token)));
      }),
    );

  const revoke = new Command('revoke')
    .description('refuse a token on every gateway within 30 s')
    .argument('<id>', 'ID of the token, as `list` shows it', tokenId)
    .addHelpText('after', examples('leasegate token revoke 7'))
    .action((id: number) =>
      withMigratedDatabase(environment, async (db) => {
        if (!(await revokeOpaqueToken(db, id, new Date()))) throw new CommandFailure('No such token.');
      }),
    );

  const inspect = new Command('inspect')
    .description('say what each check finds in a token, read from standard input')
    .addHelpText('after', `${examples(INSPECT)}\n\nThe exit status is 1 unless the token is accepted.`)
    .action(async () => {
      const { inspectToken } = await import('./inspect-token.ts');
      // Whole headers are pasted, too.
      const token = (await text(process.stdin)).trim().replace(/^(authorization: *)?bearer +/i, '');
      const { lines, accepted } = await inspectToken(token, environment, () => new Date());
      for (const line of lines) console.log(line);
      if (!accepted) process.exitCode = 1;
    });

  return new Command('token')
    .description('manage opaque access tokens for callers without an identity provider, and inspect any token')
    .addHelpText('after', examples(CREATE, IMPORT, INSPECT))
    .addCommand(create)
    .addCommand(take)
    .addCommand(list)
    .addCommand(revoke)
    .addCommand(inspect);
}

/** `groups` has the form of a groups claim (decision 30), or is null for the memberships of the subject. */
function shown({ id, subject, groups, createdAt, expiresAt, revokedAt }: ListedOpaqueToken) {
  return { id, subject, groups, created: createdAt, expires: expiresAt, revoked: revokedAt };
}

const MS = { h: 60 * 60 * 1000, d: 24 * 60 * 60 * 1000 };

function lifetime(period: string): number {
  const { count, unit } = /^(?<count>[1-9]\d{0,4})(?<unit>[hd])$/.exec(period)?.groups ?? {};
  if (count === undefined) throw new InvalidArgumentError('It must be hours or days, such as 12h or 30d.');
  return Number(count) * MS[unit as keyof typeof MS];
}

function tokenId(digits: string): number {
  if (!/^[1-9]\d{0,14}$/.test(digits)) throw new InvalidArgumentError('It must be a number, as `list` shows it.');
  return Number(digits);
}

const MEMBER_EXAMPLES = {
  add: ['leasegate member add --subject jane --groups acme,globex', "leasegate member add --subject jane --groups '*'"],
  remove: ['leasegate member remove --subject jane --groups globex'],
} as const;

/** `leasegate member add|remove|list` */
export function memberCommand(environment: Environment): Command {
  const change = (name: keyof typeof MEMBER_EXAMPLES, description: string, act: typeof addMember) =>
    new Command(name)
      .description(description)
      .addOption(subjectOption('`sub` claim of the caller’s tokens').makeOptionMandatory())
      .addOption(groupsOption('groups that the caller may see').makeOptionMandatory())
      .addHelpText('after', examples(...MEMBER_EXAMPLES[name]))
      .action(({ subject, groups }: Required<Options>) =>
        withMigratedDatabase(environment, (db) => orFailure(act(db, subject, groups))),
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
    .addHelpText('after', examples(...MEMBER_EXAMPLES.add))
    .addCommand(change('add', 'let a caller see groups', addMember))
    .addCommand(change('remove', 'stop a caller from seeing groups', removeMember))
    .addCommand(list);
}

const groupsOption = (meaning: string): Option =>
  new Option("--groups <a,b|'*'>", `${meaning}: identifiers separated by commas, or * for every group`).argParser(
    groupChoice,
  );

const subjectOption = (meaning: string): Option => new Option('--subject <subject>', meaning).argParser(checkedSubject);

/** @throws {CommandFailure} when `work` is given a group that does not exist, or a token that is stored already */
async function orFailure<Result>(work: Promise<Result>): Promise<Result> {
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
