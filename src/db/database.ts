import type { Kysely } from 'kysely';

import { ServiceError } from '../errors';
import { schemaProblems } from './schema-check';
import type { AccessTables, Tables } from './tables';
import { type GroupScope, VisibleRecords } from './visibility';

/** How long a schema that fits is trusted, and how soon one that does not is looked at again; milliseconds. */
const FIT_FOR = 60_000;
const UNFIT_FOR = 1_000;

/** What a lookup may do with the database: read who may see what, and records through a scope. */
export class Database {
  #verdict: { readonly problems: Promise<string[]>; until: number } | undefined;

  /** @param now milliseconds, monotonic */
  constructor(
    private readonly kysely: Kysely<Tables>,
    private readonly now: () => number,
  ) {}

  /** Groups, and which callers see them: what a scope is made from. No table of records is within reach. */
  get access(): Kysely<AccessTables> {
    return this.kysely;
  }

  within(scope: GroupScope): VisibleRecords {
    return new VisibleRecords(this.kysely, scope);
  }

  /** What keeps the program from working with this schema; asked anew every time. */
  schemaProblems(): Promise<string[]> {
    return schemaProblems(this.kysely);
  }

  /** @throws {ServiceError} `service_unavailable` while the schema is not the one that the program was made for */
  async assertSchemaFits(): Promise<void> {
    if (this.#verdict === undefined || this.now() >= this.#verdict.until) {
      const verdict = { problems: this.schemaProblems(), until: this.now() + FIT_FOR };
      this.#verdict = verdict;
      verdict.problems.then(
        (problems) => {
          if (problems.length > 0) verdict.until = this.now() + UNFIT_FOR;
        },
        () => {
          if (this.#verdict === verdict) this.#verdict = undefined;
        },
      );
    }
    const problems = await this.#verdict.problems;
    if (problems.length > 0) throw new ServiceError('serviceUnavailable', { cause: new Error(problems.join('; ')) });
  }

  close(): Promise<void> {
    return this.kysely.destroy();
  }
}
