import { accepted } from "../../shared/http/answer.ts";
import { writeConflict } from "../../shared/http/rejected.ts";
import { publishChange } from "../work/publish-change.ts";
import { requireEntry } from "./require-recommendation.ts";
import type { RecommendationsOperation } from "./services.ts";

const MAX_WRITE_ATTEMPTS = 5;

/** Notifies the site of a recommendation again, whatever the outcome of the latest delivery. */
export const announceRecommendation: RecommendationsOperation<"announceRecommendation"> = async (
  { params, correlationId },
  services,
) => {
  const announcement = { id: services.newId(), at: services.clock.now() };
  for (let attempt = 0; attempt < MAX_WRITE_ATTEMPTS; attempt += 1) {
    // An edit between the read and the write changes the address to notify.
    const entry = await requireEntry(params.id, services);
    if (!(await services.directory.announce(entry, announcement))) continue;
    await publishChange(services, correlationId, announcement.id);
    return accepted(undefined);
  }
  throw writeConflict("recommendation");
};
