import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';

import { Command, InvalidArgumentError, Option } from 'commander';

import { newOpaqueToken, opaqueTokenProblem, tokenHash } from '../auth/opaque-token';
import type { GroupChoice } from '../db/access/members';
import {
  addOpaqueToken,
  type ListedOpaqueToken,
  listOpaqueTokens,
  revokeOpaqueToken,
} from '../db/access/opaque-tokens';
import type { Environment } from '../config/settings';
import { groupsOption, orFailure, subjectOption } from './member';
import { CommandFailure, examples } from './terminal';
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
