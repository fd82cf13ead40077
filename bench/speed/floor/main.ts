/**
 * The floor: the cost of reading the rows of each case from the database and sending them as JSON. No framework, no
 * token, no checks; one hand-written handler for each case.
 */

import { createServer, type IncomingMessage } from 'node:http';

import { createPool } from 'mysql2/promise';

import { floorAnswers } from './answers';

async function main({ DATABASE_URL = '', PORT = '', GROUPS = '' }: NodeJS.ProcessEnv): Promise<void> {
  const pool = createPool({
    uri: DATABASE_URL,
    charset: 'utf8mb4_bin',
    connectionLimit: 10,
    dateStrings: true,
    decimalNumbers: true,
  });
  const answer = await floorAnswers(pool, GROUPS.split(','));
  const server = createServer((request, response) => {
    void bodyOf(request).then(async (body) => {
      const text = JSON.stringify(await answer(request.url ?? '', body));
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
      response.end(text);
    });
  });
  server.listen(Number(PORT), '127.0.0.1', () => console.log('ready'));
  process.once('SIGTERM', () => process.exit(0));
}

function bodyOf(request: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (text += chunk));
    request.on('end', () => resolve(text));
  });
}

void main(process.env);
