import { databasePrefix, onServer } from './database';
import { endAll } from './ending';

export default async function globalTeardown(): Promise<void> {
  await onServer(async (connection) => {
    const pattern = `${databasePrefix().replaceAll('_', '\\_')}%`;
    const [rows] = await connection.query({ sql: 'show databases like ?', values: [pattern], rowsAsArray: true });
    for (const [name] of rows as string[][]) await connection.query('drop database ??', [name]);
  });
  await endAll();
}
