import { createInterface } from "node:readline/promises";
import type { Readable, Writable } from "node:stream";
import { visible } from "../../terminal.ts";
import { CliError } from "../cli-error.ts";

/**
 * Asks for a line on a terminal, on which readline moves the cursor by control sequences of its own.
 *
 * @throws CliError when Ctrl-C or Ctrl-D ends it
 */
export async function askLine(
  terminal: { readonly input: Readable; readonly output: Writable },
  question: string,
  signal?: AbortSignal,
): Promise<string> {
  const line = createInterface({ ...terminal, terminal: true });
  try {
    return await line.question(visible(question), signal === undefined ? {} : { signal });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new CliError("Nobody is signed in: the question was not answered.", { cause });
  } finally {
    line.close();
  }
}
