/** A failure that the operator can fix; its message is one line that says how. Exit code 1. */
export class CliError extends Error {
  override readonly name = "CliError";
}
