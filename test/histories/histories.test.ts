import { expect, it } from "vitest";
import { capturedLog } from "../emulators/captured-log.ts";
import { load } from "../load.ts";
import { HISTORY_FEATURES } from "./every-feature.ts";

capturedLog();

// The same histories in each run of the suite; `npx node test/histories/run.ts` searches others.
it.each(HISTORY_FEATURES)("$name are as the model says after any history", async (feature) => {
  await expect(feature.search({ runs: load(100, 10), seed: 1 })).resolves.toBeUndefined();
});
