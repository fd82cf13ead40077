import { CALLER_LEAKS } from './callers.mjs';
import { PAGE_LEAKS } from './pages.mjs';
import { QUESTION_LEAKS } from './questions.mjs';
import { RECORD_LEAKS } from './records.mjs';
import { REQUEST_LEAKS } from './requests.mjs';
import { SECRET_LEAKS } from './secrets.mjs';
import { STATEMENT_LEAKS } from './statements.mjs';

/** Ways in which a caller could see a hidden record, or learn that it exists, by their place. Each must be noticed. */
export const LEAK_KINDS = {
  'the groups of records': RECORD_LEAKS,
  'prepared statements': STATEMENT_LEAKS,
  'pages, counts and cursors': PAGE_LEAKS,
  'criteria and names of groups': QUESTION_LEAKS,
  'tokens and callers': CALLER_LEAKS,
  'what requests share': REQUEST_LEAKS,
  'secrets of the settings': SECRET_LEAKS,
};
export const LEAKS = Object.values(LEAK_KINDS).flat();
