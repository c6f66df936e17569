import type { FaultFeature } from "../feature.ts";
import { requests } from "./recommendations/requests.ts";
import { work } from "./recommendations/work.ts";
import type { RecommendationsFaults } from "./recommendations/world.ts";
import { start } from "./recommendations/world.ts";

/** The entries of recommendations. */
export const recommendations: FaultFeature<RecommendationsFaults> = {
  name: "recommendations",
  start,
  entries: [...requests, ...work],
};
