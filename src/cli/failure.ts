/** Ends a command with status 1; the message is for the person at the terminal. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
}
