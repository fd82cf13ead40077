import { endAll } from './ending';
import { databasePrefix, onServer } from './server';

export default async function globalTeardown(): Promise<void> {
  await onServer(async (connection) => {
    const pattern = `${databasePrefix().replaceAll('_', '\\_')}%`;
    const [rows] = await connection.query({ sql: 'show databases like ?', values: [pattern], rowsAsArray: true });
    for (const [name] of rows as string[][]) await connection.query('drop database ??', [name]);
    const [accounts] = await connection.query({
      sql: 'select user, host from mysql.user where user like ?',
      values: [pattern],
      rowsAsArray: true,
    });
    for (const account of accounts as string[][]) await connection.query('drop user ?@?', account);
  });
  await endAll();
}
