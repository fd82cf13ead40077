/** The requests of the load to both transports, and the right answer of the oracle to each. */

import { isDeepStrictEqual } from 'node:util';

import { restAnswer } from '../../../test/oracle/answer';
import { type Asker, generateAskers, isOpaque, opaqueTokenOf } from '../../../test/oracle/generate/callers';
import { withCrowd } from '../../../test/oracle/generate/crowd';
import { type Dice, seededDice } from '../../../test/oracle/generate/dice';
import { generateWorld } from '../../../test/oracle/generate/world';
import type { World } from '../../../test/oracle/world';
import { signToken } from '../../../test/support/tokens';
import { aliasedAnswer, ALIASED, aliasedVariables } from '../../../test/isolation/aliased';
import { hiddenMarks } from '../../../test/isolation/marks';
import { generateQuestions } from '../../../test/isolation/questions';
import { post } from '../../../test/isolation/wire';

export interface Question {
  /** The bytes that are sent. */
  readonly request: string;
  /** The right answer as JSON. Its text is learned from the first right answer. */
  readonly expected: object;
  readonly status: number;
  /** Texts of groups that the caller may not see, and does not name. */
  readonly marks: readonly string[];
}

export interface Scene {
  readonly world: World;
  readonly askers: readonly Asker[];
  readonly questions: readonly Question[];
  readonly today: string;
  /** Of a caller who may see every group. */
  readonly token: string;
}

const SEED = 1;
const QUESTIONS = 400;
const DAY_SECONDS = 86_400;

/** The same day gives the same world, callers and requests. */
export async function setScene(today: string): Promise<Scene> {
  const dice = seededDice(SEED);
  const world = richWorld(dice, today);
  const askers = generateAskers(dice, world, 'caller');
  const asked = generateQuestions(dice, world, askers, QUESTIONS, today);
  const questions = await Promise.all(
    asked.map(async ({ asker, request: { operation, body } }, number): Promise<Question> => {
      const token = await tokenFor(asker);
      const marksBeyond = (sent: string) => hiddenMarks(world, asker).filter((mark) => !sent.includes(mark));
      if (number % 2 === 0) {
        const { status, body: expected } = restAnswer(world, asker.sight, { operation, body }, today);
        const request = post(`/leases/${operation}/`, token, body);
        return { request, status, expected: expected as object, marks: marksBeyond(body) };
      }
      const variables = aliasedVariables(dice, world);
      const request = post('/graphql', token, JSON.stringify({ query: ALIASED, variables }));
      const expected = { data: aliasedAnswer(world, asker.sight, variables) };
      return { request, status: 200, expected, marks: marksBeyond(request) };
    }),
  );
  const token = await signToken({ subject: 'everyone', groups: '*', expiresIn: DAY_SECONDS });
  return { world, askers, questions, today, token };
}

function tokenFor(asker: Asker): Promise<string> {
  if (isOpaque(asker)) return Promise.resolve(opaqueTokenOf(asker));
  const groups = asker.sight === 'all' ? '*' : [...asker.sight];
  return signToken({ subject: asker.subject, expiresIn: DAY_SECONDS, ...(asker.by === 'claim' && { groups }) });
}

/** More matches than a page holds, and several groups. */
function richWorld(dice: Dice, today: string): World {
  for (;;) {
    const world = generateWorld(dice, today);
    if (world.groups.length >= 3 && world.leases.length >= 25 && world.pairs.length >= 25)
      return withCrowd(dice, world);
  }
}

/** Whether an answer is right, in any order of keys and with any error message. */
export function isRightAnswer({ status, expected }: Question, answered: number, body: string): boolean {
  if (answered !== status) return false;
  const answer = JSON.parse(body) as { error?: { message?: string } };
  delete answer.error?.message;
  return isDeepStrictEqual(answer, JSON.parse(JSON.stringify(expected)));
}
