import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { capturedLog } from "../emulators/captured-log.ts";
import { withTables } from "../infra/guides/cost.ts";
import { FAULT_FEATURES } from "./every-feature.ts";
import { faultReport } from "./report.ts";

capturedLog();

it("docs/reliability.md has the cases of every entry", async () => {
  const path = join(import.meta.dirname, "../../docs/reliability.md");
  // After an intended change: CI=true npx vitest run test/faults/report.ci.test.ts -u, and read the difference.
  const cases = await faultReport(FAULT_FEATURES);
  await expect(withTables(readFileSync(path, "utf8"), { cases })).toMatchFileSnapshot(path);
});
