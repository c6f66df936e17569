import type { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { PageReload } from "../../../lib/local/site/page-reload.ts";

const PAGE = "<html><head><title>Magpie</title></head><body></body></html>";

/** The bucket's answer, as the console's page gets it. */
function inPage(path: string, status = 200, headers: Readonly<Record<string, string>> = { etag: '"abc"' }) {
  const object = async (bucket: string, key: string) => ({
    status,
    headers,
    body: Buffer.from(`${bucket}${key}${PAGE}`),
  });
  return new PageReload().inPage(object)("site", path);
}

describe("the console's page", () => {
  it("has the script that loads it again, and is another page than the one without", async () => {
    const { status, headers, body } = await inPage("/app/", 200, { etag: '"abc"', "content-type": "text/html" });
    expect([status, headers]).toEqual([200, { etag: '"reloaded-abc"', "content-type": "text/html" }]);
    expect(body.toString()).toBe(
      `site/app/${PAGE.replace("</title>", '</title><script type="module" src="/_local/reload.js"></script>')}`,
    );
  });

  it.each([
    ["/app/main.js", 200],
    ["/app/", 404],
  ])("is the only object that has: %s with status %i is as it was", async (path, status) => {
    const { headers, body } = await inPage(path, status);
    expect([headers, body.toString()]).toEqual([{ etag: '"abc"' }, `site${path}${PAGE}`]);
  });
});

describe("an open page", () => {
  /** An open page's connection, by the address that the script names. */
  async function open(app: Hono) {
    const script = await app.request("/_local/reload.js");
    const address = /^new EventSource\("(.*)"\)\.addEventListener\("message", \(\) => location\.reload\(\)\);$/m.exec(
      await script.text(),
    )?.[1];
    const answer = await app.request(String(address));
    const reader = answer.body?.getReader();
    const next = async () => Buffer.from((await reader?.read())?.value ?? []).toString();
    return { script, answer, next, close: () => reader?.cancel() };
  }

  it("loads again at each change until it is closed, and others after that", async () => {
    const pages = new PageReload();
    const app = pages.app();
    const [one, other] = [await open(app), await open(app)];
    expect(one.script.headers.get("content-type")).toBe("text/javascript");
    expect(one.script.headers.get("cache-control")).toBe("no-store");
    expect(one.answer.headers.get("content-type")).toBe("text/event-stream");
    // The connection is told at once, by a comment.
    expect([await one.next(), await other.next()]).toEqual([": connected\n\n", ": connected\n\n"]);
    pages.reload();
    expect([await one.next(), await other.next()]).toEqual(["data: reload\n\n", "data: reload\n\n"]);
    await one.close();
    pages.reload();
    expect(await other.next()).toBe("data: reload\n\n");
  });
});
