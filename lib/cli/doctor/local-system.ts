import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { isRunning } from "../local-api.ts";

const outputsShape = z.object({
  pid: z.int(),
  api_url: z.url(),
  site_url: z.url(),
  region: z.string(),
  credentials: z.object({ access_key_id: z.string(), secret_access_key: z.string() }),
  sqs_endpoint: z.url(),
  schedules: z.array(z.string()),
  mail: z.object({ url: z.url() }),
  tokens: z.object({ admin: z.string() }),
});

/** A running local system. */
export interface LocalSystem {
  /** The fields of the runner's `outputs.json` that are needed here. */
  readonly outputs: z.output<typeof outputsShape>;
  /** MAGPIE_TOKEN, or the administrator's token from the outputs. */
  readonly token: string;
}

/** The running system of a data folder; undefined when there is none. */
export function localSystem(dataFolder: string, token: string | undefined): LocalSystem | undefined {
  let written: unknown;
  try {
    written = JSON.parse(readFileSync(join(dataFolder, "outputs.json"), "utf8"));
  } catch {
    return undefined;
  }
  const outputs = outputsShape.safeParse(written);
  // The file outlives its runner.
  if (!outputs.success || !isRunning(outputs.data.pid)) return undefined;
  return { outputs: outputs.data, token: token ?? outputs.data.tokens.admin };
}
