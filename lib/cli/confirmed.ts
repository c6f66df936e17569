import { CliError } from "./cli-error.ts";

/**
 * Lets nobody lose anything by a slip of the fingers.
 *
 * @param what what would be done, e.g. `job rm deletes go-books`
 * @throws CliError without the option --yes
 */
export function confirmed(yes: true | undefined, what: string): void {
  if (yes === undefined) throw new CliError(`Nothing was changed: ${what}. Add --yes to do it.`);
}
