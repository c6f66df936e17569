/** A reason not to go on that the person at the keyboard can mend: its message is one line that says how. Exit code 1. */
export class CliError extends Error {
  override readonly name = "CliError";
}
