import type { Clock } from "../../client/clock.ts";
import type { MagpieClient } from "../../client/magpie-client.ts";

export interface Cli {
  /** The client of the API that the options name. @throws CliError when it can't be found */
  client(): Promise<MagpieClient>;
  /**
   * Prints the result.
   *
   * @param answer the API's answer, which --json prints
   * @param text the same as text; texts by others have been made safe by `table` or `printable`
   */
  print(answer: unknown, text: string): void;
  /** Writes a part of a result to standard output. Resolves when there is room for more. */
  write(text: string): Promise<void>;
  /** Shows the progress of work, on a line of standard error. */
  progress(line: string): void;
  /** Shows progress on a line that the next call replaces, on terminals only; an empty text removes the line. */
  readonly bar: ((line: string) => void) | null;
  readonly clock: Pick<Clock, "now" | "sleep">;
}
