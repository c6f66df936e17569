/** A failure that the operator can fix; its message is one line that says how. Exit code 1. */
export class CliError extends Error {
  override readonly name = "CliError";
}

/**
 * Requires a confirmation of a destructive command.
 *
 * @param what the effect of the command, e.g. `job rm deletes go-books`
 * @throws CliError without the option --yes
 */
export function requireConfirmation(yes: true | undefined, what: string): void {
  if (yes === undefined) throw new CliError(`Nothing was changed: ${what}. Add --yes to confirm.`);
}
