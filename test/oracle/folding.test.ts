import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import * as fc from 'fast-check';

import { databaseForAllTests } from '../support/database';
import { ALPHABET } from './alphabet';
import { collated } from './folding';
import { ADDRESSES } from './generate/texts';
import { serverFolding, serverWeights } from './server-folding';

const TABLE_FILE = path.join(__dirname, 'folding-table.txt');

const database = databaseForAllTests();

// To generate the table again, run this file with MAKE_FOLDING_TABLE=1.
test('the committed folding table agrees with this server, character by character', async () => {
  const table = await serverFolding(database.db);
  if (process.env.MAKE_FOLDING_TABLE) writeFileSync(TABLE_FILE, table);
  expect(readFileSync(TABLE_FILE, 'utf8')).toBe(table);
});

test('the weight of a text is the weights of its characters: the collation has no contractions in this alphabet', async () => {
  const text = fc.array(fc.constantFrom(...ALPHABET), { minLength: 1, maxLength: 12 });
  const texts = [...ADDRESSES, ...fc.sample(text, 300).map((letters) => letters.join(''))];
  const weights = await serverWeights(database.db, texts);
  expect(texts.map(collated)).toEqual(weights.map((weight) => weight.replace(/(?:020A)+$/, '')));
});
