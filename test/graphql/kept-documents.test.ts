/** Trusted documents are never evicted, whatever else is sent (docs/use/graphql.md). */

import { type DocumentNode, parse } from 'graphql';

import { documentStore } from '../../src/graphql/parsed-documents';

const TRUSTED = 'a'.repeat(64);
const hash = (n: number) => n.toString(16).padStart(64, '0');

type Store = ReturnType<typeof documentStore>;

async function keep(store: Store, sha256: string, document: DocumentNode, isOfCaller: boolean) {
  await store.set(`schema:${sha256}`, document);
  await store.keep(document, isOfCaller);
}

/** Each counts as 6 MB. */
async function keepTwelveLargeDocuments(store: Store, isOfCaller: boolean) {
  for (let n = 0; n < 12; n += 1) await keep(store, hash(n), parse(`{ ${'name '.repeat(10_000)} }`), isOfCaller);
}

/** As booleans, because the documents are too large to print. */
async function kept(store: Store, hashes: readonly string[]) {
  const documents = await Promise.all(hashes.map((sha256) => store.get(`schema:${sha256}`)));
  return documents.map((document) => document !== undefined);
}

const TWELVE = Array.from({ length: 12 }, (_, n) => hash(n));

test('a trusted document is never evicted, and of the others the most recently used ones are kept', async () => {
  const store = documentStore((sha256) => sha256 === TRUSTED);
  await keep(store, TRUSTED, parse('{ name }'), false);
  await keepTwelveLargeDocuments(store, true);
  expect(await kept(store, [TRUSTED])).toEqual([true]);
  expect(await kept(store, TWELVE)).toEqual(TWELVE.map((_, n) => n >= 7));
});

test('a document that is no longer trusted goes when another one comes', async () => {
  let listed = hash(1);
  const store = documentStore((sha256) => sha256 === listed);
  await keep(store, hash(1), parse('{ name }'), false);
  listed = hash(2);
  await keep(store, hash(2), parse('{ name }'), false);
  expect(await kept(store, [hash(1), hash(2)])).toEqual([false, true]);
});

test('the placeholder of a refused document is not kept, even if the document is trusted', async () => {
  const store = documentStore((sha256) => sha256 === TRUSTED);
  await store.set(`schema:${TRUSTED}`, parse('{ __typename }'));
  expect(await kept(store, [TRUSTED])).toEqual([false]);
});

test('an anonymous document is not kept and evicts no other', async () => {
  const store = documentStore();
  await keep(store, TRUSTED, parse('{ name }'), true);
  await keepTwelveLargeDocuments(store, false);
  expect(await kept(store, [TRUSTED, hash(11)])).toEqual([true, false]);
});

test('a document counts with the compiled code of its operations', async () => {
  const store = documentStore(undefined, () => 15_000_000);
  for (const n of [0, 1, 2]) await keep(store, hash(n), parse('{ name }'), true);
  await keep(store, hash(3), parse('{ name } query B { name } query C { name }'), true);
  // Two operations fit. The last document alone is too large, and evicts nothing.
  expect(await kept(store, [0, 1, 2, 3].map(hash))).toEqual([false, true, true, false]);
});
