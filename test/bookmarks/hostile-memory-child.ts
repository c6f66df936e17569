import { writeFileSync } from "node:fs";
import { fetchPage } from "../../lambdas/bookmarks/fetch/fetch-page.ts";
import { extractiveSummariser } from "../../lambdas/bookmarks/summary/extractive-summariser.ts";
import { createOutboundFetch } from "../../lambdas/shared/outbound/outbound-fetch.ts";
import { residentMemory } from "../resident-memory.ts";

// Reads a page like the worker, and prints the resident memory that this took, idle and at its peak, as one line of JSON.
// 5 resets the peak to the current value (proc_pid_clear_refs(5)).

const [port = "", ...paths] = process.argv.slice(2);
const WARM_UP = 20;

const outboundFetch = createOutboundFetch({
  lookup: async () => ["198.51.101.7"],
  dial: () => ({ addresses: ["127.0.0.1"], port: Number(port) }),
});
const summariser = extractiveSummariser();

async function processed(path: string): Promise<string> {
  const page = await fetchPage(`http://hostile.example/${path}`, outboundFetch);
  if (page.kind !== "page") return page.code;
  await summariser.summarise(page.content);
  return "page";
}

for (let times = 0; times < WARM_UP; times += 1) await processed("ordinary");
global.gc?.();
writeFileSync("/proc/self/clear_refs", "5");
const idle = residentMemory("self").now;
const started = performance.now();
const outcomes = await Promise.all(paths.map(processed));
const milliseconds = Math.round(performance.now() - started);
process.stdout.write(`${JSON.stringify({ outcomes, milliseconds, idle, peak: residentMemory("self").peak })}\n`);
