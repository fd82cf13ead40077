import type { Command, Option } from 'commander';

/** What may stand where a value does: words to choose from, a file, a folder, or something that only the caller knows. */
export type Value = readonly string[] | 'file' | 'folder' | 'any';

export interface OfferedOption {
  readonly long: string;
  readonly description: string;
  /** Absent where the option takes none. */
  readonly value?: Value;
}

/** What may follow the words of one command. */
export interface Offers {
  /** From the first command on: `member add`; empty for the program itself. */
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly OfferedOption[];
  /** Absent where it takes no argument. */
  readonly argument?: Value;
}

/** The program and every command below it, the outer ones first. */
export function offersOf(command: Command, path: readonly string[] = []): Offers[] {
  const [argument] = command.registeredArguments;
  const help = command.createHelp();
  const offers: Offers = {
    path: path.join(' '),
    commands: help.visibleCommands(command).map((child) => ({ name: child.name(), description: child.description() })),
    options: help.visibleOptions(command).flatMap(offeredOption),
    ...(argument && { argument: valueOf(argument.name(), argument.argChoices) }),
  };
  return [offers, ...command.commands.flatMap((child) => offersOf(child, [...path, child.name()]))];
}

function offeredOption({ long, description, flags, required, optional, argChoices }: Option): OfferedOption[] {
  if (long === undefined) return [];
  return [{ long, description, ...((required || optional) && { value: valueOf(flags, argChoices) }) }];
}

/** @param name as the help says it: `<file>` and `<dir>` mean what they say */
function valueOf(name: string, choices: readonly string[] | undefined): Value {
  return choices ?? (/\bfile\b/.test(name) ? 'file' : /\bdir\b/.test(name) ? 'folder' : 'any');
}
