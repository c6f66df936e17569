import { bookmarkChanges } from "../bookmarks/changes.ts";
import { systemClock } from "../shared/clock.ts";
import type { Environment } from "../shared/env.ts";
import { httpApi } from "../shared/http/http-api.ts";
import { sampleRequest } from "../shared/http/sample-request.ts";
import { documentClient } from "../shared/table/table.ts";
import { warmUpHandler } from "../shared/warm-up-handler.ts";
import { stockChanges } from "../slides/changes.ts";
import type { ChangesServices } from "./list-changes.ts";
import { listChanges } from "./list-changes.ts";
import { changesRoutes } from "./routes.ts";
import { apiUses } from "./uses.ts";

function services(env: Environment<typeof apiUses>): ChangesServices {
  const tables = documentClient();
  return {
    sources: {
      bookmark: bookmarkChanges(tables, env.BOOKMARKS_TABLE, env.SITE_URL),
      stock: stockChanges(tables, env.STOCKS_TABLE, env.SITE_URL),
    },
    clock: systemClock(1),
    overlapMs: env.OVERLAP_SECONDS * 1_000,
  };
}

export const handler = await warmUpHandler(
  httpApi({ routes: changesRoutes, environment: apiUses, services, operations: { listChanges } }),
  sampleRequest(changesRoutes.listChanges),
);
