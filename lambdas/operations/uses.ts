import * as z from "zod/mini";
import { reconcileUses as bookmarks } from "../bookmarks/uses.ts";
import { reconcileUses as books } from "../books/uses.ts";
import { reconcileUses as mercari } from "../mercari/uses.ts";
import { reconcileUses as recommendations } from "../recommendations/uses.ts";
import type { EnvironmentContract } from "../shared/env.ts";
import { json, text, waitScale } from "../shared/env.ts";
import { callerUses } from "../shared/uses.ts";
import { reconcileUses as slides } from "../slides/uses.ts";

export const apiUses = {
  ...callerUses,
  /** The work queues. A function's environment has no room for what can be derived of them. */
  QUEUES: json(z.array(z.object({ url: z.string(), arn: z.string() }))),
  /** The prefix of the names of this stack's queues and alarms. */
  NAME_PREFIX: text,
  /** The API's address, without a slash at its end. */
  API_URL: text,
  /** The deployed version, e.g. `1.0.0`. */
  VERSION: text,
  WAIT_SCALE: waitScale,
};

const clockUses = { WAIT_SCALE: waitScale };

/** What reconcile uses: each feature's part, which a new feature adds, and its own. */
export const reconcileParts: readonly EnvironmentContract[] = [
  slides,
  bookmarks,
  books,
  mercari,
  recommendations,
  clockUses,
];

/** The variables of all parts, so that a cold start names all that are missing at once. */
export const onScheduleUses: typeof clockUses = Object.assign({}, ...reconcileParts);
