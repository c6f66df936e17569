import { ok } from "../../shared/http/answer.ts";
import type { BookmarkOperation } from "./services.ts";

/** How often the caller's pages are checked. */
export const getPageChecks: BookmarkOperation<"getPageChecks"> = async ({ caller: { userId } }, { paces }) =>
  ok({ pace: await paces.get(userId) });

export const setPageChecks: BookmarkOperation<"setPageChecks"> = async (
  { caller: { userId }, body: { pace } },
  { paces },
) => {
  await paces.set(userId, pace);
  return ok({ pace });
};
