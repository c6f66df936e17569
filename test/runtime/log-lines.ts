import { temporaryFolder } from "../local/temporary-folders.ts";
import { bundledFixture } from "./fixture-function.ts";
import type { LineEvent } from "./fixtures/logging.ts";
import { underRuntime } from "./runtime-process.ts";

/**
 * Logs lines by lambdas/shared/log.ts in a process under Lambda's runtime client, one for each invocation.
 *
 * @returns CloudWatch's input: standard output, line by line
 */
export async function linesUnderRic(events: readonly LineEvent[]): Promise<readonly string[]> {
  const folder = temporaryFolder();
  try {
    const logging = await bundledFixture("logging", folder.path);
    const { ends, stdout, stderr } = await underRuntime(logging(), events);
    const failed = ends.find(({ kind }) => kind !== "answered");
    if (failed !== undefined || stderr !== "") throw new Error(`${JSON.stringify(failed)} ${stderr}`);
    return stdout;
  } finally {
    folder.remove();
  }
}
