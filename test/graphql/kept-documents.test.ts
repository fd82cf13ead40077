/** Trusted documents are never evicted, whatever else is sent (docs/use/graphql.md). */

import { type DocumentNode, parse } from 'graphql';

import { documentStore } from '../../src/graphql/parsed-documents';

const TRUSTED = 'a'.repeat(64);
const hash = (n: number) => n.toString(16).padStart(64, '0');

/** Counts as 6 MB. */
const large = (): DocumentNode => parse(`{ ${'name '.repeat(10_000)} }`);

test('a trusted document is never evicted, and of the others the most recently used ones are kept', async () => {
  const store = documentStore((sha256) => sha256 === TRUSTED);
  const trusted = large();
  await store.set(`schema:${TRUSTED}`, trusted);
  await store.keep(trusted, false);
  for (let n = 0; n < 12; n += 1) {
    const document = large();
    await store.set(`schema:${hash(n)}`, document);
    await store.keep(document, true);
  }
  // Compared as booleans, because the documents are too large to print.
  const kept = async (hash: string) => (await store.get(`schema:${hash}`)) !== undefined;
  expect((await store.get(`schema:${TRUSTED}`)) === trusted).toBe(true);
  const others = await Promise.all(Array.from({ length: 12 }, (_, n) => kept(hash(n))));
  expect(others).toEqual(Array.from({ length: 12 }, (_, n) => n >= 7));
  expect([await store.delete(`schema:${TRUSTED}`), await kept(TRUSTED)]).toEqual([true, false]);
});

test('the placeholder of a refused document is not kept, even if the document is trusted', async () => {
  const store = documentStore((sha256) => sha256 === TRUSTED);
  await store.set(`schema:${TRUSTED}`, parse('{ __typename }'));
  expect(await store.get(`schema:${TRUSTED}`)).toBeUndefined();
});

test('an anonymous document is not kept and evicts no other', async () => {
  const store = documentStore();
  const known = parse('{ name }');
  await store.set(`schema:${TRUSTED}`, known);
  await store.keep(known, true);
  for (let n = 0; n < 12; n += 1) {
    const document = large();
    await store.set(`schema:${hash(n)}`, document);
    await store.keep(document, false);
  }
  expect([await store.get(`schema:${hash(11)}`), (await store.get(`schema:${TRUSTED}`)) === known]).toEqual([
    undefined,
    true,
  ]);
});

test('a document counts with the compiled code of its operations', async () => {
  const store = documentStore(undefined, () => 15_000_000);
  for (let n = 0; n < 4; n += 1) {
    const document = parse(n === 3 ? '{ name } query B { name } query C { name }' : '{ name }');
    await store.set(`schema:${hash(n)}`, document);
    await store.keep(document, true);
  }
  const kept = await Promise.all([0, 1, 2, 3].map(async (n) => (await store.get(`schema:${hash(n)}`)) !== undefined));
  // Two operations fit. The last document alone is too large, and evicts nothing.
  expect(kept).toEqual([false, true, true, false]);
});
