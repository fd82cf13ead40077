import { type RawBuilder, sql } from 'kysely';

const DIGITS = Array.from({ length: 10 }, (_, digit) => `select ${digit} as d`).join(' union all ');

/** A derived table with the column `n`: every integer from 0 to below `count`, for worlds that SQL makes. */
export function numbersBelow(count: number): RawBuilder<unknown> {
  const places = Array.from({ length: String(Math.max(count - 1, 0)).length }, (_, place) => place);
  const n = places.map((place) => `d${place}.d * ${10 ** place}`).join(' + ');
  const digits = places.map((place) => `(${DIGITS}) as d${place}`).join(' cross join ');
  return sql.raw(`(select n from (select ${n} as n from ${digits}) as every_number where n < ${count}) as numbers`);
}
