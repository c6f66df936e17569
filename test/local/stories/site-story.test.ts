import { randomUUID } from "node:crypto";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Runner } from "../../../lib/local/runner.ts";
import { ApiClient } from "../api-client.ts";
import { clientOptions } from "../client-options.ts";
import { startTestRunner } from "../runner-of-tests.ts";
import { send } from "../send.ts";
import { folderOfFile } from "../temporary-folders.ts";
import { until } from "../until.ts";
import type { BookmarkAnswer } from "./bookmarks-system.ts";

const SITE = "https://alice.example";
const LIST = "/.well-known/recommendations.json";
const FEEDS = [
  ["/recommendations.atom", "application/atom+xml"],
  ["/.well-known/recommendations.opml", "text/x-opml; charset=utf-8"],
] as const;
const PAGE = `<!doctype html><html lang="en"><head><title>What Alice reads</title></head><body><article>
<p>Alice reads the notes of the harbour office every morning, before the first ferry leaves.</p>
<p>She recommends the pages that she came back to more than once during the winter.</p></article></body></html>`;

const folder = folderOfFile();
let runner: Runner;

const start = (siteUrl: string | undefined) =>
  // Not scaled: without a run at the start nothing would be published for five minutes.
  startTestRunner({ dataFolder: folder, siteUrl, timeScale: 1, schedules: true });

async function restart(siteUrl: string | undefined): Promise<void> {
  await runner.stop();
  runner = await start(siteUrl);
}

beforeAll(async () => {
  runner = await start(SITE);
  const { s3_endpoint, buckets } = runner.outputs;
  const client = clientOptions(runner.outputs, s3_endpoint);
  const s3 = new S3Client(client);
  const page = { ContentType: "text/html", Body: PAGE };
  await s3.send(new PutObjectCommand({ Bucket: buckets.site, Key: "reads.html", ...page }));
  await new SESv2Client(client).send(
    new SendEmailCommand({
      FromEmailAddress: "magpie@magpie.example",
      Destination: { ToAddresses: ["admin@magpie.example"] },
      Content: { Simple: { Subject: { Data: "s" }, Body: { Text: { Data: "t" } } } },
    }),
  );
  await until(
    "a list is published",
    () => fetchRaw(LIST, "alice.example"),
    ({ status }) => status === 200,
  );
});
afterAll(() => runner.stop());

/** The answer of a host of the runner's port. */
async function fetchRaw(path: string, host: string, method = "GET") {
  const { port } = new URL(runner.outputs.api_url);
  const answer = await send(Number(port), method, path, "", { host });
  return { ...answer, text: answer.body.toString() };
}

const published = {
  status: 200,
  text: "[]\n",
  headers: {
    "content-type": "application/json",
    "cache-control": "public, max-age=60, s-maxage=0",
    "access-control-allow-origin": "*",
    etag: '"58e0494c51d30eb3494f7c9198986bb9"',
  },
};
/** Only API Gateway gives this answer. */
const fromApi = { headers: { "apigw-requestid": expect.any(String) } };

/** The console: its page at each of its addresses, its files, and where it finds the API. */
async function expectConsole(host: string): Promise<void> {
  expect(await fetchRaw("/app", host)).toMatchObject({ status: 301, headers: { location: "/app/" } });
  const page = await fetchRaw("/app/", host);
  expect(page).toMatchObject({ status: 200, headers: { "content-type": "text/html; charset=utf-8" } });
  for (const path of ["/app/bookmarks", "/app/bookmarks/?q=a.b", "/app/slides/0b6c"]) {
    expect((await fetchRaw(path, host)).text).toBe(page.text);
  }
  const [, script = ""] = /<script type="module" src="([^"]+)"/.exec(page.text) ?? [];
  expect(await fetchRaw(script, host)).toMatchObject({
    status: 200,
    headers: {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
    },
  });
  expect(JSON.parse((await fetchRaw("/app/config.json", host)).text)).toMatchObject({
    api_url: runner.outputs.api_url,
  });
  for (const path of ["/app/assets/nope.js", "/app/nope.json"]) expect((await fetchRaw(path, host)).status).toBe(404);
}

describe("a site with a host of its own", () => {
  it("has the console", () => expectConsole("alice.example"));

  it("publishes a list before there is a recommendation, and serves nothing but the site's files", async () => {
    expect(await fetchRaw(LIST, "alice.example")).toMatchObject(published);
    for (const [path, type] of FEEDS) {
      const { status, text, headers } = await fetchRaw(path, "alice.example");
      expect([status, headers["content-type"], text]).toEqual([
        200,
        type,
        expect.stringContaining("<title>Magpie: recommended sites</title>"),
      ]);
      const { port } = new URL(runner.outputs.api_url);
      const known = { host: "alice.example", "if-none-match": String(headers.etag) };
      expect((await send(Number(port), "GET", path, "", known)).status).toBe(304);
    }
    for (const path of ["/v1/health", "/openapi.json", "/_local/mail/store", "/.well-known/other"]) {
      expect(await fetchRaw(path, "alice.example")).toMatchObject({ status: 404, text: "Not Found" });
    }
  });

  it.each([
    ["GET", "/"],
    ["GET", "/embed.js"],
    ["POST", "/webmentions"],
    ["GET", "/members/api/site/"],
    ["GET", "/members/api/site"],
  ])("has the API answer %s %s", async (method, path) => {
    expect(await fetchRaw(path, "alice.example", method)).toMatchObject(fromApi);
  });

  it("leaves the API's own host to the API", async () => {
    const { host } = new URL(runner.outputs.api_url);
    expect(await fetchRaw("/v1/health", host)).toMatchObject({ status: 200, ...fromApi });
    expect(await fetchRaw(LIST, host)).toMatchObject({ status: 404, ...fromApi });
  });

  it("is found by the functions of its own system", async () => {
    const { api_url, tokens } = runner.outputs;
    const url = `${SITE}/reads.html`;
    const answer = await fetch(`${api_url}/v1/bookmarks`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${tokens.member}`,
        "content-type": "application/json",
        "idempotency-key": randomUUID(),
      },
      body: JSON.stringify({ url }),
    });
    const { id } = (await answer.json()) as BookmarkAnswer;
    const member = new ApiClient(api_url, tokens.member);
    const read = await until(
      "the bookmark is done or failed",
      async () => (await member.call<BookmarkAnswer>("GET", `/v1/bookmarks/${id}`)).body,
      ({ status }) => status === "done" || status === "failed",
    );
    expect(read).toMatchObject({ status: "done", title: "What Alice reads" });
  });
});

describe("after a restart with one origin for site and API", () => {
  beforeAll(() => restart(undefined));

  it("has the same objects, beside the API", async () => {
    const { api_url, site_url } = runner.outputs;
    expect(site_url).toBe(api_url);
    expect(await fetchRaw(LIST, new URL(api_url).host)).toMatchObject(published);
    expect(await fetchRaw("/v1/health", new URL(api_url).host)).toMatchObject({ status: 200, ...fromApi });
    expect((await fetchRaw("/embed.js", new URL(api_url).host)).text).toContain(`MAGPIE_API_URL="${api_url}"`);
  });

  it("has the console, beside the API", async () => {
    const { host } = new URL(runner.outputs.api_url);
    await expectConsole(host);
    expect(await fetchRaw("/app/bookmarks", host, "POST")).toMatchObject({ status: 404, ...fromApi });
  });

  it("has the same mails", async () => {
    const { mail, tokens } = runner.outputs;
    expect((await new ApiClient(mail.url, tokens.admin).call("GET", "/store")).body).toMatchObject({
      emails: [{ destination: { to: ["admin@magpie.example"], cc: [], bcc: [] }, subject: "s", body: { text: "t" } }],
    });
  });
});
