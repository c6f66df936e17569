import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readLocalOptions } from "../lib/local/options.ts";
import { startRunner } from "../lib/local/runner.ts";
import { startBlogSite } from "../lib/local/sites/blog-site.ts";
import { startGoogleBooksSite } from "../lib/local/sites/google-books-site.ts";
import { startMercariSite } from "../lib/local/sites/mercari-site.ts";
import { startSlideSites } from "../lib/local/sites/slide-sites.ts";
import { startWebmentionSite } from "../lib/local/sites/webmention-site.ts";
import { tour } from "../lib/local/tour/tour.ts";
import { guardTerminal } from "../lib/terminal.ts";

guardTerminal();

const folder = mkdtempSync(join(tmpdir(), "magpie-demo-"));
const slides = await startSlideSites();
const blog = await startBlogSite();
// A seed whose failures hit some of the tour's requests.
const google = await startGoogleBooksSite({ volumes: 250, seed: 2 });
const mercari = await startMercariSite({ items: 130 });
// A new host for each run: a data folder with an earlier tour has the hosts of that one.
const garden = await startWebmentionSite({ host: `garden-${Date.now().toString(36).slice(-6)}.example` });
const sites = [slides, blog, google, mercari, garden];
const options = readLocalOptions({
  PORT: "0",
  MAGPIE_DATA_DIR: folder,
  MAGPIE_TIME_SCALE: "0.005",
  ...process.env,
  MAGPIE_EGRESS_MAP: JSON.stringify(Object.assign({}, ...sites.map((site) => site.egressMap))),
  // Overrides the environment: a real key must not be sent to a simulated site.
  GOOGLE_BOOKS_API_KEY: google.apiKey,
  // The simulated pages need no browser.
  MAGPIE_MERCARI_PAGE_SOURCE: "http",
  // The site is served at the API's address.
  MAGPIE_SITE_URL: "",
});
const log: string[] = [];
const runner = await startRunner({ ...options, watch: false, say: (line) => log.push(line) });
const { timeScale } = options;
const waits = timeScale === 1 ? "waits as long as on AWS" : `waits ${Math.round(1 / timeScale)} times shorter`;
console.log(`magpie ready ${runner.outputs.api_url} (simulated sites, ${waits})\n`);
try {
  await tour({
    outputs: runner.outputs,
    timeScale,
    sites: {
      breakDown: (path, status) => {
        for (const site of sites) site.fault(path, { kind: "status", status });
      },
      storm: (share) => google.storm(share),
      recover: () => {
        for (const site of sites) site.clearFaults();
        google.calm();
        mercari.mood("fine");
      },
      requestCount: (path) => sites.flatMap((site) => site.requests((request) => request.path === path)).length,
      makePrivate: (url) => slides.makePrivate(url),
      distinctBooks: () => google.distinctBooks().length,
      mercari: {
        onSale: () => mercari.items().filter(({ state }) => state === "on_sale"),
        sell: (id) => mercari.change(id, { state: "sold_out" }),
        reprice: (id, price) => mercari.change(id, { price }),
        stopScripts: () => mercari.mood("not_rendered"),
      },
      garden: {
        url: garden.url,
        list: garden.source,
        recommend: (url) => garden.recommend(url),
        mentions: () => garden.posted().length,
        listRequests: () => garden.requests(({ path }) => path === new URL(garden.source).pathname).length,
      },
    },
    narrate: (line) => console.log(line),
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
