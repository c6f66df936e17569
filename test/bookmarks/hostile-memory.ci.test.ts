import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HostilePage, HostilePages } from "../upstreams/hostile-pages.ts";
import { HOSTILE_PAGES, startHostilePages } from "../upstreams/hostile-pages.ts";

/**
 * The memory that one page may take above an idle worker, in MiB. With the HTML that is made of it, up to 1 MB, one page of
 * tags has taken 62 to 84, by when V8 collected garbage; the function has 1,024 MB for one page at a time.
 */
const ALLOWED = 96;
/** The pages that take tens of MiB, one of each kind, each in its own process, so that leftovers don't count for the next. */
const LARGE: readonly HostilePage[] = ["fifty-megabytes", "gzip-bomb", "tags-and-text", "dear-article", "metas-alone"];
/** Pages of other kinds, which take less. */
const OTHERS: readonly HostilePage[] = [
  "ignore-instructions",
  "plain-lines",
  "entities-alone",
  "opened-never-closed",
  "spaces-of-two-kinds",
  "preformatted-spaces",
  "entities-and-spaces",
  "drips",
  "to-the-metadata",
  "pdf",
];
const MEASURED = [...LARGE, ...OTHERS];

let site: HostilePages;

beforeAll(async () => {
  site = await startHostilePages();
});
afterAll(() => site.close());

/** Reads pages concurrently in a separate process. */
async function processed(...pages: readonly HostilePage[]) {
  const cache = fileURLToPath(new URL("../../bin/compile-cache.cjs", import.meta.url));
  const child = fileURLToPath(new URL("./hostile-memory-child.ts", import.meta.url));
  const args = ["--expose-gc", "-r", cache, child, String(site.port), ...pages];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const { outcomes, idle, peak } = JSON.parse(stdout) as { outcomes: string[]; idle: number; peak: number };
  return { outcomes, grown: Math.ceil(peak - idle) };
}

// Other systems have no peak counter that can be reset.
describe.skipIf(!existsSync("/proc/self/clear_refs"))("the memory above an idle worker's", () => {
  it.concurrent.each(HOSTILE_PAGES.filter(({ name }) => MEASURED.includes(name)))(
    "is, for page $name, at most 96 MiB, and the page ends as $end",
    async ({ name, end }) => {
      const { outcomes, grown } = await processed(name);
      expect(outcomes).toEqual([end]);
      expect(grown).toBeLessThanOrEqual(ALLOWED);
    },
  );

  it.concurrent("is, for a batch of five, at most that of five pages", async () => {
    const batch = ["gzip-bomb", "fifty-megabytes", "dear-article", "entities-alone", "text-alone"] as const;
    const { outcomes, grown } = await processed(...batch);
    expect(outcomes).toEqual(["page", "page", "page", "page", "page"]);
    expect(grown).toBeLessThanOrEqual(batch.length * ALLOWED);
  });
});
