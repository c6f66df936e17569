import * as z from "zod/mini";
import { ok } from "../shared/answer.ts";
import type { Operation } from "../shared/http-api.ts";
import type { recommendationsRoutes } from "./routes.ts";
import type { RecommendationsServices } from "./services.ts";

/** The settings on the wire. */
export const settingsSchema = z.object({
  /** Whether there is anything to recommend. */
  recommendations_enabled: z.boolean(),
  site: z.object({ title: z.string(), url: z.string(), description: z.nullable(z.string()) }),
});

/** What a page of the site needs to know before it shows recommendations. */
export const getSettings: Operation<typeof recommendationsRoutes.getSettings, RecommendationsServices> = async (
  _request,
  { directory, site: { title, url, description } },
) => {
  const { entries } = await directory.read();
  const settings: z.output<typeof settingsSchema> = {
    recommendations_enabled: entries.size > 0,
    site: { title, url: `${url}/`, description },
  };
  return ok(settings);
};
