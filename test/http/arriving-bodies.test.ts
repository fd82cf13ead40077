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

test('a body whose client disconnects frees its bytes', () => {
  const request = Object.assign(new EventEmitter(), { headers: {} }) as unknown as IncomingMessage;
  const tooLarge = () => new ServiceError('payloadTooLarge');
  void readBytes(request, {} as ServerResponse, { limit: 10, tooLarge, arriving });
  request.emit('data', Buffer.alloc(10));
  request.emit('close');
  arriving.add(body('next'), MOST_ARRIVING);
  expect(gone).toEqual([]);
});
