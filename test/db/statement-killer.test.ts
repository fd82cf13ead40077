import { StatementKiller } from '../../src/db/pool/connector';
import { lost, StubServer } from './stub-server';

/** Decision 62: an abandoned statement is ended on its server, whatever happened to the attempt before. */

let server: StubServer;
let killed: number;
let killer: StatementKiller;

beforeEach(() => {
  server = new StubServer();
  killed = 0;
  killer = new StatementKiller(server.open, 700, { statementKilled: () => (killed += 1) });
});

const kill = (id: number, name = 'one') => killer.kill({ server: name, id });
const asked = () => server.statements.map(({ sql, parameters: [id], limitMs }) => [sql, id, limitMs]);
const answer = (error: unknown = null) => server.statements.at(-1)!.done(error);

test('one connection ends all pending statements, each within a time limit, and is closed', () => {
  for (const id of [7, 8, 9]) kill(id);
  expect(server.attempts).toBe(1);
  server.accept();
  for (let time = 0; time < 3; time += 1) answer();
  expect(asked().toSorted()).toEqual([
    ['kill ?', 7, 700],
    ['kill ?', 8, 700],
    ['kill ?', 9, 700],
  ]);
  expect([killed, server.connections.length, server.attempts]).toEqual([3, 0, 0]);
});

test('no statement is ended on another server, where the same id is another thread', () => {
  for (const name of ['one', 'two', 'one']) kill(7, name);
  server.accept();
  answer();
  answer();
  expect(asked()).toHaveLength(2);
  expect([killed, server.connections.length]).toEqual([2, 0]);
});

test('a statement that has ended by itself does not count as killed', () => {
  kill(7);
  kill(8);
  server.accept();
  answer(Object.assign(new Error('no such thread'), { errno: 1094 }));
  answer();
  expect([asked().length, killed, server.connections.length]).toEqual([2, 1, 0]);
});

test.each([
  ['no connection could be had', () => server.refuse()],
  [
    'its connection was lost',
    () => {
      const connection = server.accept();
      connection.cut();
      answer(lost());
    },
  ],
])('after an attempt for which %s, the next statement is ended', (_title, fail) => {
  for (const round of [1, 2]) {
    kill(7);
    fail();
    kill(8);
    expect(server.attempts).toBe(1);
    server.accept();
    answer();
    expect(asked().at(-1)).toEqual(['kill ?', 8, 700]);
    expect([killed, server.connections.length]).toEqual([round, 0]);
  }
});
