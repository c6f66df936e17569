import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readLocalOptions } from "../lib/local/options.ts";
import { startRunner } from "../lib/local/runner.ts";
import { tour } from "../lib/local/tour/tour.ts";
import { startBlogSite } from "../test/upstreams/blog-site.ts";
import { startSlideSites } from "../test/upstreams/slide-sites.ts";

const folder = mkdtempSync(join(tmpdir(), "magpie-demo-"));
const slides = await startSlideSites();
const blog = await startBlogSite();
const sites = [slides, blog];
const options = readLocalOptions({
  PORT: "0",
  MAGPIE_DATA_DIR: folder,
  MAGPIE_TIME_SCALE: "0.005",
  ...process.env,
  MAGPIE_EGRESS_MAP: JSON.stringify({ ...slides.egressMap, ...blog.egressMap }),
});
const log: string[] = [];
const runner = await startRunner({ ...options, watch: false, say: (line) => log.push(line) });
console.log(`magpie ready ${runner.outputs.api_url} (simulated sites, waits two hundred times shorter)\n`);
try {
  await tour({
    outputs: runner.outputs,
    sites: {
      breakDown: (path, status) => {
        for (const site of sites) site.fault(path, { kind: "status", status });
      },
      recover: () => {
        for (const site of sites) site.clearFaults();
      },
      asked: (path) => sites.flatMap((site) => site.requests((request) => request.path === path)).length,
      makePrivate: (url) => slides.makePrivate(url),
    },
    tell: (line) => console.log(line),
  });
  console.log("\nEverything ended as it should.");
} catch (error) {
  console.error(log.join("\n"));
  console.error(`\n${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await runner.stop();
  await Promise.all(sites.map((site) => site.close()));
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
