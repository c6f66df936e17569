import * as z from "zod/mini";
import { outputsOfRunning } from "../find-local-api.ts";

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

export interface LocalSystem {
  /** The fields of the runner's `outputs.json` that are needed here. */
  readonly outputs: z.output<typeof outputsShape>;
  /** MAGPIE_TOKEN, or the administrator's token from the outputs. */
  readonly token: string;
}

/** The running system of a data folder; undefined when there is none. */
export function localSystem(dataFolder: string, token: string | undefined): LocalSystem | undefined {
  const outputs = outputsOfRunning(dataFolder, outputsShape);
  return outputs && { outputs, token: token ?? outputs.tokens.admin };
}
