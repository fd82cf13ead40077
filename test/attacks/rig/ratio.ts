import { median, type Measured, type MeteredGateway } from './metered-gateway';
import { type AttackRequest, ORDINARY_REFUSAL } from './request';

/** Ordinary refusals until the compiler of Node has done with them. */
const WARM_UP = 200;
/** Ordinary refusals to each attack. */
const ORDINARY = 20;

/** Sends ordinary refusals until they cost what they go on to cost. */
export async function warmUp(gateway: MeteredGateway): Promise<void> {
  for (let nth = 0; nth < WARM_UP; nth += 1) await gateway.measure(ORDINARY_REFUSAL);
}

/** How many ordinary refusals cost as much CPU as one of the attacks, each in the median, and the last answer to an attack. */
export async function ratioOf(
  gateway: MeteredGateway,
  attack: (nth: number) => AttackRequest,
  times = 5,
): Promise<{ readonly ratio: number; readonly last: Measured }> {
  const ordinary: number[] = [];
  const attacks: Measured[] = [];
  for (let nth = 0; nth < times; nth += 1) {
    for (let before = 0; before < ORDINARY; before += 1) ordinary.push((await gateway.measure(ORDINARY_REFUSAL)).cpuMs);
    attacks.push(await gateway.measure(attack(nth)));
  }
  return { ratio: median(attacks.map(({ cpuMs }) => cpuMs)) / median(ordinary), last: attacks.at(-1)! };
}
