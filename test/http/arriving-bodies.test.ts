import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';

import { ServiceError } from '../../src/errors';
import { ArrivingBodies, MOST_ARRIVING, readBytes } from '../../src/http/json-body';

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

test('a body whose client disconnects frees its bytes', () => {
  const request = Object.assign(new EventEmitter(), { headers: {} }) as unknown as IncomingMessage;
  const tooLarge = () => new ServiceError('payloadTooLarge');
  void readBytes(request, {} as ServerResponse, { limit: 10, tooLarge, arriving });
  request.emit('data', Buffer.alloc(10));
  request.emit('close');
  arriving.add(body('next'), MOST_ARRIVING);
  expect(gone).toEqual([]);
});
