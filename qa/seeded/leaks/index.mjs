import { CALLER_LEAKS } from './callers.mjs';
import { PAGE_LEAKS } from './pages.mjs';
import { QUESTION_LEAKS } from './questions.mjs';
import { RECORD_LEAKS } from './records.mjs';
import { REQUEST_LEAKS } from './requests.mjs';
import { STATEMENT_LEAKS } from './statements.mjs';

/** Ways in which a caller could see a hidden record, or learn that it exists. Each must be noticed. */
export const LEAKS = [
  ...RECORD_LEAKS,
  ...STATEMENT_LEAKS,
  ...PAGE_LEAKS,
  ...QUESTION_LEAKS,
  ...CALLER_LEAKS,
  ...REQUEST_LEAKS,
];
