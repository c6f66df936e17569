import type { Attempt } from "../../lambdas/recommendations/domain/delivery.ts";
import { at } from "../emulators/test-clock.ts";

/** An attempt; a test sets only the fields that matter to it. */
export function sampleAttempt(fields: Partial<Attempt> = {}): Attempt {
  return { endpoint: "https://a.example/webmention", statusCode: 202, code: null, at: at(0), ...fields };
}
