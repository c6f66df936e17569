import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { startChromium } from "../../../lambdas/mercari/source/chromium.ts";
import { capturedLog } from "../../emulators/captured-log.ts";

const log = capturedLog();

it("starts a browser that crashes at once a second time, and no third", async () => {
  const folder = mkdtempSync(join(tmpdir(), "magpie-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const starts = join(folder, "starts");
  const program = join(folder, "crashing");
  writeFileSync(program, `#!/bin/sh\necho start >> '${starts}'\nkill -SEGV $$\n`);
  chmodSync(program, 0o700);
  await expect(startChromium(program)).rejects.toThrow("SIGSEGV");
  expect(readFileSync(starts, "utf8")).toBe("start\nstart\n");
  expect(log.lines("browser_not_started")).toMatchObject([{ level: "WARN" }]);
});
