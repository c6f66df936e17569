import * as z from "zod/mini";
import type { EnvironmentContract } from "../shared/env.ts";
import { json, text, waitScale } from "../shared/env.ts";
import { callerUses } from "../shared/uses.ts";

export const apiUses = {
  ...callerUses,
  /** The work queues. A function's environment has no room for what can be derived of them. */
  QUEUES: json(z.array(z.object({ url: z.string(), arn: z.string() }))),
  /** The regions that have alarms of the stage, each with the end of their names there. */
  ALARM_REGIONS: json(z.array(z.object({ region: z.string(), suffix: z.string() }))),
  /** The prefix of the names of this stack's queues and alarms. */
  NAME_PREFIX: text,
  /** The API's address, without a slash at its end. */
  API_URL: text,
  /** The deployed version, e.g. `1.0.0`. */
  VERSION: text,
  WAIT_SCALE: waitScale,
} satisfies EnvironmentContract;
