import { CliError } from "./cli-error.ts";

/**
 * Requires a confirmation of a destructive command.
 *
 * @param what the effect of the command, e.g. `job rm deletes go-books`
 * @throws CliError without the option --yes
 */
export function confirmed(yes: true | undefined, what: string): void {
  if (yes === undefined) throw new CliError(`Nothing was changed: ${what}. Add --yes to do it.`);
}
