import { reconcileUses as bookmarks } from "../bookmarks/uses.ts";
import { reconcileUses as books } from "../books/uses.ts";
import { reconcileUses as mercari } from "../mercari/uses.ts";
import { reconcileUses as recommendations } from "../recommendations/uses.ts";
import type { EnvironmentContract } from "../shared/env.ts";
import { waitScale } from "../shared/env.ts";
import { reconcileUses as slides } from "../slides/uses.ts";

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
