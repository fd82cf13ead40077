/** Prints what the client that the first argument names receives from the gateway that the second names. */

import type { Answers } from './answers';

const [name = '', baseUrl = ''] = process.argv.slice(2);

async function main(): Promise<void> {
  const { ask } = (await import(`./${name}.js`)) as { ask(baseUrl: string, token: string): Promise<Answers> };
  process.stdout.write(JSON.stringify(await ask(baseUrl, process.env.TOKEN ?? '')));
}

void main();
