import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HostilePage, HostilePages } from "../upstreams/hostile-pages.ts";
import { HOSTILE_PAGES, startHostilePages } from "../upstreams/hostile-pages.ts";

/** What one page may take above an idle worker, in MiB. */
const ALLOWED = 64;
/** Those that take the most, of each kind one; each costs a process of its own. */
const DEAREST: readonly HostilePage[] = [
  "ignore-instructions",
  "fifty-megabytes",
  "gzip-bomb",
  "tags-and-text",
  "plain-lines",
  "entities-alone",
  "dear-article",
  "metas-alone",
  "opened-never-closed",
  "spaces-of-two-kinds",
  "preformatted-spaces",
  "entities-and-spaces",
  "drips",
  "to-the-metadata",
  "pdf",
];

let site: HostilePages;

beforeAll(async () => {
  site = await startHostilePages();
});
afterAll(() => site.close());

/** Reads pages at once in a process of its own. */
async function processed(...pages: readonly HostilePage[]) {
  const cache = fileURLToPath(new URL("../../bin/compile-cache.cjs", import.meta.url));
  const child = fileURLToPath(new URL("./hostile-memory-child.ts", import.meta.url));
  const args = ["--expose-gc", "-r", cache, child, String(site.port), ...pages];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const { outcomes, idle, peak } = JSON.parse(stdout) as { outcomes: string[]; idle: number; peak: number };
  return { outcomes, grown: Math.ceil((peak - idle) / 1_024) };
}

// Another system has no count of the peak that can be set back.
describe.skipIf(!existsSync("/proc/self/clear_refs"))("above what an idle worker takes", () => {
  it.concurrent.each(HOSTILE_PAGES.filter(({ name }) => DEAREST.includes(name)))(
    "page $name takes 64 MiB at most, and ends as $end",
    async ({ name, end }) => {
      const { outcomes, grown } = await processed(name);
      expect(outcomes).toEqual([end]);
      expect(grown).toBeLessThanOrEqual(ALLOWED);
    },
  );

  it.concurrent("a batch of five takes no more than five do", async () => {
    const batch = ["gzip-bomb", "fifty-megabytes", "dear-article", "entities-alone", "text-alone"] as const;
    const { outcomes, grown } = await processed(...batch);
    expect(outcomes).toEqual(["too_large", "too_large", "page", "page", "page"]);
    expect(grown).toBeLessThanOrEqual(batch.length * ALLOWED);
  });
});
