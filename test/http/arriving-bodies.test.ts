import { ArrivingBodies, MOST_ARRIVING } from '../../src/http/arriving-bodies';

let arriving: ArrivingBodies;
let gone: string[];

beforeEach(() => {
  [arriving, gone] = [new ArrivingBodies(), []];
});

const body = (name: string) => ({ bytes: 0, giveWay: () => void gone.push(name) });

test('beyond 32 MB the largest body gives way, whichever came last', () => {
  const [large, small, last] = [body('large'), body('small'), body('last')];
  arriving.add(large, MOST_ARRIVING - 10);
  arriving.add(small, 9);
  arriving.add(last, 1);
  expect(gone).toEqual([]);
  arriving.add(last, 1);
  expect(gone).toEqual(['large']);
  arriving.add(last, MOST_ARRIVING - 11);
  expect(gone).toEqual(['large']);
  arriving.add(small, 1);
  expect(gone).toEqual(['large', 'last']);
});

test('among equals the first gives way', () => {
  for (const name of ['a', 'b', 'c', 'd']) arriving.add(body(name), MOST_ARRIVING / 4);
  arriving.add(body('e'), 1);
  expect(gone).toEqual(['a']);
});

test('as many bodies give way as are needed, and each frees its bytes once', () => {
  const [first, second, third] = [body('first'), body('second'), body('third')];
  arriving.add(first, MOST_ARRIVING / 2);
  arriving.add(second, MOST_ARRIVING / 2);
  arriving.remove(first);
  arriving.remove(first);
  arriving.add(third, MOST_ARRIVING / 2);
  expect(gone).toEqual([]);
  arriving.add(body('fourth'), MOST_ARRIVING);
  expect(gone).toEqual(['fourth']);
});
