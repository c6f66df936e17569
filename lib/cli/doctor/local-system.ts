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

/** A local system that runs. */
export interface LocalSystem {
  /** What of the runner's `outputs.json` is needed here. */
  readonly outputs: z.output<typeof outputsShape>;
  /** Of MAGPIE_TOKEN, else the administrator's in the outputs. */
  readonly token: string;
}

/** The system that runs on a data folder; undefined when none does. */
export function localSystem(dataFolder: string, token: string | undefined): LocalSystem | undefined {
  let written: unknown;
  try {
    written = JSON.parse(readFileSync(join(dataFolder, "outputs.json"), "utf8"));
  } catch {
    return undefined;
  }
  const outputs = outputsShape.safeParse(written);
  // A runner that ended leaves its file behind.
  if (!outputs.success || !isRunning(outputs.data.pid)) return undefined;
  return { outputs: outputs.data, token: token ?? outputs.data.tokens.admin };
}
