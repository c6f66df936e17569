import type { Environment } from "../shared/env.ts";
import { httpApi } from "../shared/http/http-api.ts";
import { sampleRequest } from "../shared/http/sample-request.ts";
import { documentClient } from "../shared/table/table.ts";
import { warmUpHandler } from "../shared/warm-up-handler.ts";
import type { NoticesServices } from "./list-notices.ts";
import { listNotices } from "./list-notices.ts";
import { NoticeTable } from "./notice-table.ts";
import { noticesRoutes } from "./routes.ts";
import { apiUses } from "./uses.ts";

function services(env: Environment<typeof apiUses>): NoticesServices {
  return {
    notices: new NoticeTable(documentClient(), env.NOTICES_TABLE),
    siteUrl: env.SITE_URL,
    language: env.STAGE_LANGUAGE,
  };
}

export const handler = await warmUpHandler(
  httpApi({ routes: noticesRoutes, environment: apiUses, services, operations: { listNotices } }),
  sampleRequest(noticesRoutes.listNotices),
);
