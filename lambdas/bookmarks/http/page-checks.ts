import { ok } from "../../shared/http/answer.ts";
import type { Operation } from "../../shared/http/http-api.ts";
import type { bookmarksRoutes } from "../routes.ts";
import type { BookmarksServices } from "./services.ts";

/** How often the caller's pages are checked. */
export const getPageChecks: Operation<typeof bookmarksRoutes.getPageChecks, BookmarksServices> = async (
  { caller: { userId } },
  { paces },
) => ok({ pace: await paces.get(userId) });

export const setPageChecks: Operation<typeof bookmarksRoutes.setPageChecks, BookmarksServices> = async (
  { caller: { userId }, body: { pace } },
  { paces },
) => {
  await paces.set(userId, pace);
  return ok({ pace });
};
