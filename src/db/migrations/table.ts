/**
 * What every table states for itself, so that a database made as latin1 or with another default engine does as well.
 * `utf8mb4_bin` is the one collation that both servers share exactly; what must match byte for byte
 * uses a binary key beside it, because `utf8mb4_bin` still takes `a` and `a ` for the same.
 */
export const TABLE_OPTIONS = 'engine = InnoDB row_format = DYNAMIC default charset = utf8mb4 collate = utf8mb4_bin';

/** 255 characters of utf8mb4, byte for byte (decision 10). The database computes it for every writer. */
export const exactKey = (column: string): string =>
  `${column}_key varbinary(1020) generated always as (cast(${column} as binary)) stored`;

/** The largest paging id (decision 6). */
const LARGEST_ID = '9007199254740991';

/**
 * Refuses a paging id above 2^53 - 1. No server checks an AUTO_INCREMENT column itself (errors 1901 and 3818),
 * so every column that refers to one is checked: such a row can own nothing and stands in no answer of a lookup.
 */
export const checkedId = (column: string): string => `check (${column} <= ${LARGEST_ID})`;

/** Refuses what is not a day of the calendar, 0000-00-00 or 2023-02-29, whatever the writer's sql_mode allows (decision 16). */
export const checkedDate = (column: string): string =>
  `check (year(${column}) > 0 and month(${column}) > 0 and dayofmonth(${column}) between 1 and dayofmonth(last_day(${column})))`;
