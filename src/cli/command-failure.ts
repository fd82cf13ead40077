/** Ends a command with status 1 and prints the message. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
}
