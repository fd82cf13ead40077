/**
 * A network of machines: name spaces that two bridges join, one for clients and one for the nodes among themselves. A link that is
 * down is a real split. Needs Linux and root.
 */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { debianProgram } from '../support/debian-program';

export type Network = Awaited<ReturnType<typeof createNetwork>>;

/** A name space with its addresses. */
export interface Machine {
  readonly namespace: string;
  readonly clients: string;
  readonly group: string;
}

/** Of RFC 2544, which no real network uses. */
const SUBNETS = { clients: `198.18.${process.pid % 256}`, group: `198.19.${process.pid % 256}` } as const;
type Side = keyof typeof SUBNETS;
const SIDES = Object.keys(SUBNETS) as Side[];

/** Names of links have at most 15 characters. */
const bridgeOf = (side: Side) => `lg${process.pid}${side[0]}`;
const linkOf = (machine: Machine, side: Side) => `${bridgeOf(side)}${machine.namespace.at(-1)}`;

export async function createNetwork(size: number) {
  if (process.getuid?.() !== 0) throw new Error('These tests need root, for the networks of their nodes.');
  const program = await debianProgram('iproute2', 'ip');
  const ip = (command: string) => promisify(execFile)(program, command.split(' '));
  const machines = Array.from({ length: size }, (_, at): Machine => ({
    namespace: `lg${process.pid}-${at + 1}`,
    clients: `${SUBNETS.clients}.${at + 11}`,
    group: `${SUBNETS.group}.${at + 11}`,
  }));
  const remove = async () => {
    for (const { namespace } of machines) await ip(`netns delete ${namespace}`).catch(() => undefined);
    for (const side of SIDES) await ip(`link delete ${bridgeOf(side)}`).catch(() => undefined);
  };
  const create = async () => {
    for (const side of SIDES) {
      await ip(`link add ${bridgeOf(side)} type bridge`);
      await ip(`link set dev ${bridgeOf(side)} up`);
    }
    // The group's network has no address here: only the nodes are in it.
    await ip(`address add ${SUBNETS.clients}.1/24 dev ${bridgeOf('clients')}`);
    for (const machine of machines) {
      await ip(`netns add ${machine.namespace}`);
      await ip(`-n ${machine.namespace} link set dev lo up`);
      for (const side of SIDES) {
        const link = linkOf(machine, side);
        await ip(`link add ${link} type veth peer name ${side} netns ${machine.namespace}`);
        await ip(`link set dev ${link} master ${bridgeOf(side)} up`);
        await ip(`-n ${machine.namespace} address add ${machine[side]}/24 dev ${side}`);
        await ip(`-n ${machine.namespace} link set dev ${side} up`);
      }
    }
  };
  // An earlier process with this id may have been killed.
  await remove();
  try {
    await create();
  } catch (error) {
    await remove();
    throw error;
  }
  /** Takes links of a machine down, or up again. */
  const set = async (state: 'up' | 'down', machine: Machine, ...sides: readonly Side[]) => {
    for (const side of sides) await ip(`link set dev ${linkOf(machine, side)} ${state}`);
  };
  return { program, machines, set, remove };
}
