import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { CaseDefinition, ContractCase } from './case';

const FOLDER = join(__dirname, 'cases');

/** The cases of one file, with each variant as a separate case. */
function expand(file: string, definition: CaseDefinition): ContractCase[] {
  const { each, covers = [], ...rest } = definition;
  const base = { ...rest, file, clauses: [file, ...covers] };
  if (each === undefined) return [base];
  return Object.entries(each).map(([name, variant]) => ({
    ...base,
    id: `${base.id}.${name}`,
    title: `${base.title}: ${name}`,
    request: { ...base.request, ...variant },
  }));
}

export function caseFiles(): string[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort();
}

export function readDefinitions(file: string): CaseDefinition[] {
  return JSON.parse(readFileSync(join(FOLDER, `${file}.json`), 'utf8')) as CaseDefinition[];
}

/** Every case of every file, in the order of the clauses' names. */
export function readCases(): ContractCase[] {
  return caseFiles().flatMap((file) => readDefinitions(file).flatMap((definition) => expand(file, definition)));
}
