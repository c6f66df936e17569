import type { Clock } from "../../client/clock.ts";
import type { MagpieClient } from "../../client/magpie-client.ts";

/** What every command works with. */
export interface Cli {
  /** The client of the API that the options name. @throws CliError when it can't be found */
  client(): Promise<MagpieClient>;
  /**
   * Prints the result.
   *
   * @param answer what the API answered: this is printed with --json
   * @param text the same for people
   */
  print(answer: unknown, text: string): void;
  /** Tells how long work goes on, on a line of standard error. */
  progress(line: string): void;
  readonly clock: Pick<Clock, "now" | "sleep">;
}
