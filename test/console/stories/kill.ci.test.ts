import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { TokenIssuer } from "../../../lib/local/gateway/token-issuer.ts";
import type { BlogSite } from "../../../lib/local/sites/blog-site.ts";
import { startBlogSite } from "../../../lib/local/sites/blog-site.ts";
import { SpawnedRunner } from "../../local/spawned-runner.ts";
import { temporaryFolder } from "../../local/system.ts";
import { until } from "../../local/until.ts";
import { itemOf, saveByForm } from "../bookmarks/bookmarks-world.ts";
import { consoleVisits } from "../console-world.ts";

const PAGES = ["sparrows", "hawthorn", "rowan", "berries", "trams", "crumbs"];
const WHILE_DEAD = "twigs";

const folder = temporaryFolder();
let blog: BlogSite;
let runner: SpawnedRunner;
let tokens: TokenIssuer;

async function start(port: string): Promise<void> {
  runner = await SpawnedRunner.start({ dataFolder: folder.path, egressMap: blog.egressMap, env: { PORT: port } });
}

beforeAll(async () => {
  blog = await startBlogSite();
  await start("0");
  tokens = await TokenIssuer.open(folder.path);
});
afterAll(async () => {
  await runner?.end("SIGKILL");
  await blog?.close();
  folder.remove();
});

/** Saves a page of the blog, and waits until it is in the list. */
async function save(page: Page, name: string): Promise<void> {
  await saveByForm(page, addressOf(name));
  await itemOf(page, new RegExp(name, "i")).waitFor();
}

function addressOf(name: string): string {
  return `https://blog.example/${name}`;
}

const visit = consoleVisits(() => ({
  api: runner.outputs.api_url,
  consoleUrl: runner.outputs.console.url,
  token: (sub, groups = []) => tokens.sign({ sub, groups, expiresInSeconds: 3_600 }),
}));

it("what is saved while the system is killed and started again is there, once", async () => {
  const { page, client } = await visit("/app/bookmarks");
  const { port } = new URL(runner.outputs.api_url);
  const requested = page.waitForRequest(
    (request) => request.method() === "POST" && request.url().endsWith("/v1/bookmarks"),
  );
  const dead = requested.then(() => runner.end("SIGKILL"));
  for (const name of PAGES) await save(page, name);
  await dead;
  await save(page, WHILE_DEAD);
  await page.getByRole("link", { name: /^Waiting/ }).waitFor();

  await start(port);
  await page.getByRole("link", { name: /^Waiting/ }).waitFor({ state: "detached" });
  const done = await until(
    "the API has everything, and has read it",
    () => client.bookmarks.list(),
    ({ bookmarks }) => bookmarks.length > PAGES.length && bookmarks.every(({ status }) => status === "done"),
  );
  expect(done.bookmarks.map(({ url }) => url).sort()).toEqual([...PAGES, WHILE_DEAD].map(addressOf).sort());
  const articles = page.getByRole("list", { name: "Bookmarks" }).getByRole("article");
  await until(
    "the console shows that",
    () => articles.filter({ has: page.getByText("Done", { exact: true }) }).count(),
    (count) => count === PAGES.length + 1,
  );
  expect(await articles.count()).toBe(PAGES.length + 1);
});
