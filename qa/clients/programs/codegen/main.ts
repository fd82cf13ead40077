/** Prints what the program receives from the gateway that the first argument names. */

import { ask } from './ask';

/** Refuses `any` and `unknown`, which a scalar becomes that the configuration does not name. */
type Text<Value> = 0 extends 1 & Value ? never : Value extends string | null ? Value : never;

const textOf = <Value>(value: Text<Value>): Value => value;

async function main(): Promise<void> {
  const [url = ''] = process.argv.slice(2);
  const nodes = await ask(url, process.env.TOKEN ?? '');
  process.stdout.write(JSON.stringify(nodes.map(({ identifier, startDate }) => [identifier, textOf(startDate)])));
}

void main();
