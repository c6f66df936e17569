import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { withTables } from "../infra/guides/cost.ts";
import { productionReport } from "./production.ts";

it("docs/scale.md has the figures of the simulation", async () => {
  const path = join(import.meta.dirname, "../../docs/scale.md");
  // After an intended change: CI=true npx vitest run test/scale/report.ci.test.ts -u, and read the difference.
  await expect(withTables(readFileSync(path, "utf8"), await productionReport())).toMatchFileSnapshot(path);
});
