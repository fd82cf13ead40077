import { BANDS } from '../match-keys';

/**
 * Every table has these options, so the defaults of the database do not matter.
 * `utf8mb4_bin` is the only collation that is the same on both servers. It still treats `a` and `a ` as equal, so what must match
 * byte for byte has a binary key.
 */
export const TABLE_OPTIONS = 'engine = InnoDB row_format = DYNAMIC default charset = utf8mb4 collate = utf8mb4_bin';

/** A generated column for 255 characters of utf8mb4, byte for byte (decision 10). */
export const exactKey = (column: string): string =>
  `${column}_key varbinary(1020) generated always as (cast(${column} as binary)) stored`;

/** The largest paging id. A larger one would be rounded in an answer (decision 6). */
export const LARGEST_ID = '9007199254740991';

/**
 * Refuses a paging id above 2^53 - 1. Neither server allows a check on an AUTO_INCREMENT column (errors 1901 and 3818), so all
 * columns that refer to one are checked. A row with a larger id can own nothing, and no lookup returns it.
 */
export const checkedId = (column: string): string => `check (${column} <= ${LARGEST_ID})`;

/** Refuses a date that does not exist, such as 0000-00-00 or 2023-02-29, whatever the sql_mode of the writer (decision 16). */
export const checkedDate = (column: string): string =>
  `check (year(${column}) > 0 and month(${column}) > 0 and dayofmonth(${column}) between 1 and dayofmonth(last_day(${column})))`;

/**
 * What an address text matches by: surrounding spaces removed, letter case and accents ignored (decision 21).
 * @param kind `virtual` in a table that exists already: a stored column would rewrite it (CONTRIBUTING.md)
 */
export const addressKey = (column: string, kind: 'stored' | 'virtual' = 'stored'): string =>
  `${column}_key varchar(255) collate utf8mb4_unicode_520_ci generated always as (nullif(trim(${column}), '')) ${kind}`;

/** What finds a coordinate: its band of 0.0002 degrees. */
export const coordinateKey = (column: string): string =>
  `${column}_key mediumint generated always as (floor(${column} * ${BANDS})) stored`;
