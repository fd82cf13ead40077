/** A file that a run of the conformance tests is given has another content than it should. The message says what is wrong. */
export class InputFileError extends Error {
  override readonly name = 'InputFileError';
}
