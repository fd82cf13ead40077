/** An error as an answer: contract section 7, and the decisions that add rows. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly type: string,
  ) {
    super(`${status} ${type}`);
  }
}

export const invalidRequest = (): Refusal => new Refusal(400, 'invalid_request');
export const invalidCursor = (): Refusal => new Refusal(400, 'invalid_cursor');
