import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readLocalOptions } from "../lib/local/options.ts";
import { startRunner } from "../lib/local/runner.ts";
import { slidesTour } from "../lib/local/tour.ts";
import { startSlideSites } from "../test/upstreams/slide-sites.ts";

const folder = mkdtempSync(join(tmpdir(), "magpie-demo-"));
const sites = await startSlideSites();
const options = readLocalOptions({
  PORT: "0",
  MAGPIE_DATA_DIR: folder,
  MAGPIE_TIME_SCALE: "0.01",
  ...process.env,
  MAGPIE_EGRESS_MAP: JSON.stringify(sites.egressMap),
});
const log: string[] = [];
const runner = await startRunner({ ...options, watch: false, say: (line) => log.push(line) });
console.log(`magpie ready ${runner.outputs.api_url} (simulated sites, waits a hundred times shorter)\n`);
try {
  await slidesTour({
    outputs: runner.outputs,
    sites: {
      breakDown: (path, status) => sites.fault(path, { kind: "status", status }),
      recover: () => sites.clearFaults(),
      asked: (path) => sites.requests((request) => request.path === path).length,
      makePrivate: (url) => sites.makePrivate(url),
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
  await sites.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
