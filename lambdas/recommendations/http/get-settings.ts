import type * as z from "zod/mini";
import { ok } from "../../shared/http/answer.ts";
import type { settingsSchema } from "./bodies/settings-answer.ts";
import type { RecommendationsOperation } from "./services.ts";

/** The settings that a page of the site reads before it shows recommendations. */
export const getSettings: RecommendationsOperation<"getSettings"> = async (
  _request,
  { directory, site: { title, url, description, icon, logo, accentColor } },
) => {
  const { entries } = await directory.read();
  const settings: z.output<typeof settingsSchema> = {
    recommendations_enabled: entries.size > 0,
    site: { title, url: `${url}/`, description, icon, logo, accent_color: accentColor },
  };
  return ok(settings);
};
