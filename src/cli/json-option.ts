import { Option } from 'commander';

export interface JsonOption {
  readonly json?: true;
}

/** For a program that reads what a command finds: one JSON object, on one line, in place of words. */
export const jsonOption = (): Option => new Option('--json', 'print one JSON object, for a program');
