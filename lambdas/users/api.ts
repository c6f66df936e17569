import { bookmarkAnswer, contentsOnDemand, personalBookmarks } from "../bookmarks/personal.ts";
import { personalSubscriptions } from "../recommendations/personal.ts";
import { systemClock } from "../shared/clock.ts";
import type { Environment } from "../shared/env.ts";
import { httpApi } from "../shared/http/http-api.ts";
import { sampleRequest } from "../shared/http/sample-request.ts";
import { personalKeys } from "../shared/idempotency/personal-keys.ts";
import { objectsOnDemand } from "../shared/objects/objects-on-demand.ts";
import { picturesOnDemand } from "../shared/pictures/pictures-on-demand.ts";
import { documentClient } from "../shared/table/table.ts";
import { warmUpHandler } from "../shared/warm-up-handler.ts";
import { personalStocks, stockAnswer } from "../slides/personal.ts";
import type { UsersServices } from "./operations.ts";
import {
  deleteUserData,
  getUserBookmarkContent,
  listUserBookmarks,
  listUserStocks,
  moveUserData,
} from "./operations.ts";
import { usersRoutes } from "./routes.ts";
import { apiUses } from "./uses.ts";

function services(env: Environment<typeof apiUses>): UsersServices {
  const tables = documentClient();
  const siteUrl = env.SITE_URL;
  const objects = objectsOnDemand();
  const contents = contentsOnDemand(objects, env.CONTENT_BUCKET);
  const pictures = picturesOnDemand(objects, env.SITE_BUCKET);
  const bookmarks = personalBookmarks(tables, env.BOOKMARKS_TABLE, { contents, pictures });
  const stocks = personalStocks(tables, env.STOCKS_TABLE, pictures);
  return {
    bookmarks: { items: bookmarks.items, contents, siteUrl, toAnswer: bookmarkAnswer(siteUrl) },
    stocks: { items: stocks.items, toAnswer: stockAnswer(siteUrl) },
    data: [
      ...bookmarks.data,
      ...stocks.data,
      personalSubscriptions(tables, env.RECOMMENDATIONS_TABLE),
      personalKeys(tables, env.IDEMPOTENCY_KEYS_TABLE),
    ],
    clock: systemClock(1),
  };
}

export const operations = { listUserBookmarks, getUserBookmarkContent, listUserStocks, deleteUserData, moveUserData };

export const handler = await warmUpHandler(
  httpApi({ routes: usersRoutes, environment: apiUses, services, operations }),
  sampleRequest(usersRoutes.listUserBookmarks),
);
