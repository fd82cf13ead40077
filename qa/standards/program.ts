import { join } from 'node:path';

/** The path of a program of the packages of `qa/`. */
export const program = (name: string): string => join(__dirname, '..', 'node_modules', '.bin', name);
