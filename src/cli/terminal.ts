/** What the commands share at the terminal. Colours are for terminals only: NO_COLOR turns them off, FORCE_COLOR turns them on. */

import { styleText } from 'node:util';

import { Command, InvalidArgumentError, Option, type OutputConfiguration } from 'commander';

export { CommandFailure } from './readiness';

type Format = Parameters<typeof styleText>[0];

/** Commander decides whether a stream has colours. */
const paint = (format: Format, text: string): string => styleText(format, text, { validateStream: false });
const { getOutHasColors, getErrHasColors } = new Command().configureOutput() as Required<OutputConfiguration>;

/** For standard output. */
export const goodStyle = (text: string): string => (getOutHasColors() ? paint('green', text) : text);
export const badStyle = (text: string): string => (getOutHasColors() ? paint('red', text) : text);

/** For standard error. */
export const errorStyle = (text: string): string => (getErrHasColors() ? paint('red', text) : text);

export const outputError: NonNullable<OutputConfiguration['outputError']> = (text, write) => write(errorStyle(text));

/** The end of a help text, for `addHelpText('after', …)`. */
export const examples = (...lines: readonly string[]): string =>
  `\n${lines.length > 1 ? 'Examples:' : 'Example:'}\n  ${lines.join('\n  ')}`;

export interface JsonOption {
  readonly json?: true;
}

export const jsonOption = (): Option => new Option('--json', 'print one JSON object on one line');

/** Reads the value of an option. */
export function wholeNumber(from: number, to: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
    if (!(value >= from && value <= to))
      throw new InvalidArgumentError(`It must be a whole number from ${from} to ${to}.`);
    return value;
  };
}
