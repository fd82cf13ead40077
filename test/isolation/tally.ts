import { CHECKS, type Part, quota, SEED } from './amount';

/** Counts checks and collects breaches by property. */
export class Tally {
  /** Answers that were compared. */
  checks = 0;
  /** Those with a record in them: a gateway that returns nothing would prove nothing. */
  withRecords = 0;
  readonly #breaches = new Map<string, string[]>();

  constructor(private readonly part: Part) {}

  get isDone(): boolean {
    return this.checks >= quota(this.part);
  }

  count(answer: { readonly text: string }): void {
    this.checks += 1;
    if (/"identifier":|"emailAddress":/.test(answer.text)) this.withRecords += 1;
  }

  breach(property: string, what: string): void {
    this.#breaches.set(property, [...this.breaches(property), what.slice(0, 4_000)].slice(0, 3));
  }

  breaches(property: string): readonly string[] {
    return this.#breaches.get(property) ?? [];
  }

  /** @param least the least percentage of answers that contain records */
  expectEnough(least: number): void {
    const share = `${quota(this.part)} of ${CHECKS}`;
    process.stderr.write(
      `isolation, ${this.part}: ${this.checks} answers compared (${share}), ${this.withRecords} of them with records; seed ${SEED}\n`,
    );
    expect(this.checks).toBeGreaterThanOrEqual(quota(this.part));
    // In a short run, one odd world may have most of the answers.
    if (this.checks >= 300) expect((100 * this.withRecords) / this.checks).toBeGreaterThan(least);
  }
}
