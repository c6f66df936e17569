import type { Attempt } from "../../lambdas/recommendations/domain/delivery.ts";
import { at } from "../emulators/test-clock.ts";

/** An attempt of which a test says only what matters to it. */
export function sampleAttempt(fields: Partial<Attempt> = {}): Attempt {
  return { endpoint: "https://a.example/webmention", statusCode: 202, code: null, at: at(0), ...fields };
}
