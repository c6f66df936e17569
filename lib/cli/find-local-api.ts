import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as z from "zod/mini";
import { CliError } from "./cli-error.ts";
import type { FoundApi } from "./found-api.ts";

/** The fields of the local runner's `outputs.json` that are needed here. */
const outputsShape = z.object({
  pid: z.int(),
  api_url: z.url(),
  tokens: z.object({ admin: z.string() }),
});

/**
 * Finds the local runner's API through the file that the runner wrote when it was ready.
 *
 * @param token replaces the administrator's token of `outputs.json`
 * @throws CliError when no runner uses that folder
 */
export function findLocalApi(dataFolder: string, token: string | undefined): FoundApi {
  const whenSilent = `No Magpie runs on the data folder ${resolve(dataFolder)}; start it with npm start, or set MAGPIE_DATA_DIR to the folder of one that does.`;
  const outputs = outputsOfRunning(dataFolder, outputsShape);
  if (outputs === undefined) throw new CliError(whenSilent);
  return {
    baseUrl: outputs.api_url,
    token: token ?? outputs.tokens.admin,
    whenSilent,
    betterToken:
      "Those of npm start last a day; set MAGPIE_TOKEN to what npm run -s token -- --sub root --group admin prints.",
  };
}

/** The address of the local system that runs on a data folder, which also serves its site; undefined if none is running. */
export function readLocalAddress(dataFolder: string): string | undefined {
  return outputsOfRunning(dataFolder, outputsShape)?.api_url;
}

/** The fields of `outputs.json` that a shape names; undefined when no runner uses that folder. */
export function outputsOfRunning<Outputs extends { readonly pid: number }>(
  dataFolder: string,
  shape: z.ZodMiniType<Outputs>,
): Outputs | undefined {
  let written: unknown;
  try {
    written = JSON.parse(readFileSync(join(dataFolder, "outputs.json"), "utf8"));
  } catch {
    // No file, or not one of the runner's: in both cases the API's address is unknown.
    return undefined;
  }
  const outputs = shape.safeParse(written);
  // The file outlives its runner.
  return outputs.success && isRunning(outputs.data.pid) ? outputs.data : undefined;
}

/** Whether a process is running, as far as this user can tell. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The process is running, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
