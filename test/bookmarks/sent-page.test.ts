import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { failProcessing } from "../../lambdas/bookmarks/tables/bookmark-table.ts";
import { processingMessageOf } from "../../lambdas/bookmarks/work/processing-message.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo } from "../emulators/dynamo-of-tests.ts";
import { MINUTE, newUser } from "../emulators/test-clock.ts";
import { moveUser, usersApi, usersWorld } from "../users/users-world.ts";
import { fetchedPage, processingWorker, reader } from "./processing-world.ts";
import { readAgain, readerOfEachTest, savedAndRead, user, userId, world } from "./reader-of-tests.ts";

const log = capturedLog();
readerOfEachTest();

const MIB = 1_024 * 1_024;
const page = (words: number, word = "shown") =>
  `<!doctype html><title>As I see it</title><article><p>${`${word} `.repeat(words)}</p></article>`;
/** What a stranger gets at the same address. */
const site = () => fetchedPage({ body: Buffer.from(`<title>Sign in</title><p>${"Sign in to read. ".repeat(60)}</p>`) });

interface Sent {
  readonly body?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  readonly by?: string;
}

function send(id: string, { body = gzipSync(page(9)), headers = {}, by = userId }: Sent = {}) {
  const gzip = typeof body === "string" ? {} : { "content-encoding": "gzip" };
  return user.send({
    route: "PUT /v1/bookmarks/{id}/page",
    params: { id },
    user: by,
    body,
    headers: { "content-type": "text/html; charset=utf-8", ...gzip, ...headers },
  });
}
const content = async (id: string) => (await user.content(id)).body;
const worker = () => processingWorker(world, site);
const sentPages = () => world.bucket.keys().filter((key) => key.startsWith("sent-pages/"));

/** A bookmark whose page was fetched. */
const fetched = () => savedAndRead(site);

describe("a page as the browser shows it", () => {
  it.each([
    ["in gzip", gzipSync(page(9))],
    ["as it is", page(9)],
  ])("is accepted %s, read in place of a fetch, and deleted then; its text replaces a longer one", async (_, body) => {
    const id = await fetched();
    expect(await user.shown(id)).toMatchObject({ title: "Sign in", words: 240, read_from: "fetch" });
    const answer = await send(id, { body });
    expect(answer).toMatchObject({ status: 202, body: { id, status: "retrying", read_from: "fetch" } });
    expect(sentPages()).toHaveLength(1);
    const { receive, fetched: requests } = worker();
    await receive(user.lastMessage());
    expect(requests).toEqual([]);
    expect(await user.shown(id)).toMatchObject({
      status: "done",
      title: "As I see it",
      words: 9,
      read_from: "browser",
    });
    expect(await content(id)).toMatchObject({ words: 9, read_from: "browser" });
    expect(sentPages()).toEqual([]);
  });

  it("is read in the charset of its Content-Type", async () => {
    const id = await fetched();
    const body = gzipSync(Buffer.from(page(9, "caf\u00e9"), "latin1"));
    await send(id, { body, headers: { "content-type": "text/html;charset=ISO-8859-1" } });
    await worker().receive(user.lastMessage());
    expect((await content(id)).html).toContain("caf\u00e9");
  });

  it("contains nothing that runs, sends or loads, whatever page was sent as shown by a browser", async () => {
    const id = await fetched();
    const hostile = [
      "<script>alert(1)</script><meta http-equiv=refresh content='0;url=https://evil.example/'>",
      "<p onclick=alert(1)>One sentence <a href='javascript:alert(1)'>link</a> <img src=x onerror=alert(1)> it says.</p>",
      "<iframe src='https://evil.example/'></iframe><form action='/x'><input value=secret><button>Go</button></form>",
      "<svg onload=alert(1)><use href='data:x'></use></svg><style>@import 'https://evil.example/';</style>",
      "<base href='javascript:alert(1)//'><object data=x></object><link rel=stylesheet href='https://evil.example/'>",
    ];
    await send(id, { body: page(20).replace("<article>", `<article>${hostile.join("")}`) });
    await worker().receive(user.lastMessage());
    const { html } = await content(id);
    expect(html).toContain("One sentence");
    expect(html).not.toMatch(
      /script|alert|evil|onclick|onerror|onload|refresh|secret|<(?:iframe|form|input|style|svg|meta|base)/i,
    );
  });

  it("stays when the page is fetched for another reason, and is replaced after the user asks for a reading", async () => {
    const id = await fetched();
    await send(id);
    await worker().receive(user.lastMessage());
    await user.delete(id);
    // Within a week the files of a deleted bookmark are kept.
    const { message } = await user.save();
    await worker().receive(message);
    expect(await user.shown(id)).toMatchObject({ status: "done", words: 9, read_from: "browser" });
    await readAgain(id, site);
    expect(await user.shown(id)).toMatchObject({ words: 240, read_from: "fetch" });
    expect((await content(id)).read_from).toBe("fetch");
  });

  it("that has no text leaves the kept one", async () => {
    const id = await fetched();
    await send(id, { body: "<!doctype html><title>Empty</title>" });
    await worker().receive(user.lastMessage());
    expect(await user.shown(id)).toMatchObject({ status: "done", words: 240, read_from: "fetch" });
  });

  it("of five megabytes is read as far as a page that is fetched", async () => {
    const id = await fetched();
    const long = page(40).replace("</article>", `<!--${"a".repeat(5 * MIB)}--><p>cut</p></article>`);
    expect(await send(id, { body: gzipSync(long) })).toMatchObject({ status: 202 });
    await worker().receive(user.lastMessage());
    expect(await content(id)).toMatchObject({ words: 40, truncated: true });
  });
});

describe("a page that waits", () => {
  it("is that of a bookmark that was never read, whose first message then has no effect", async () => {
    const { id, message } = await user.save();
    expect((await send(id)).body).toMatchObject({ status: "saving" });
    const { receive, fetched: requests } = worker();
    await receive(message);
    expect(await user.status(id)).toBe("saving");
    await receive(user.lastMessage());
    expect(requests).toEqual([]);
    expect(await user.shown(id)).toMatchObject({ status: "done", read_from: "browser" });
  });

  it("is accepted for a failed bookmark and for one that is being read", async () => {
    const { id, message } = await user.save();
    const site404 = processingWorker(world, () => fetchedPage({ status: 404 }));
    await site404.receive(message);
    expect(await user.status(id)).toBe("failed");
    await send(id);
    const first = user.lastMessage();
    await processingWorker(world, site, {
      summariser: {
        async summarise() {
          await send(id, { body: page(30) });
          return { summary: "In brief.", tags: [], by: "test" };
        },
      },
    }).receive(first);
    // The reading that began before has changed nothing, and left the newer page.
    expect(sentPages()).toHaveLength(1);
    await worker().receive(user.lastMessage());
    expect(await user.shown(id)).toMatchObject({ status: "done", words: 30, read_from: "browser" });
    expect(sentPages()).toEqual([]);
  });

  it("is replaced by a later one, and a repetition has the same result", async () => {
    const id = await fetched();
    await send(id, { body: page(30) });
    await send(id);
    await send(id);
    expect(sentPages()).toHaveLength(1);
    const { receive } = worker();
    for (const { message } of world.queue.sent) await receive(message);
    expect(await user.shown(id)).toMatchObject({ status: "done", words: 9 });
  });

  it("still waits after failed attempts, for the next requested one", async () => {
    const id = await fetched();
    await send(id);
    const failure = { jobType: "llm_processing", code: "llm_unavailable", retryable: true } as const;
    const { processingId: workId } = user.lastMessage();
    await failProcessing(world.items, { userId, id }, failure, { workId, now: world.clock.now() });
    await readAgain(id, site);
    expect(await user.shown(id)).toMatchObject({ status: "done", read_from: "browser" });
  });

  it.each([
    ["can't be read", "not_html_or_text", (id: string) => send(id, { body: `%PDF-1.7 ${page(9)}` })],
    [
      "is kept no longer",
      "sent_page_gone",
      async (id: string) => {
        await send(id);
        await world.sentPages.delete(String(sentPages()[0]));
      },
    ],
  ])("and %s fails by name, and the next reading is a fetch", async (_, code, sendIt) => {
    const id = await fetched();
    await sendIt(id);
    await worker().receive(user.lastMessage());
    expect(await user.shown(id)).toMatchObject({ status: "failed", error_code: code, words: 240 });
    await readAgain(id, site);
    expect(await user.shown(id)).toMatchObject({ status: "done", read_from: "fetch" });
  });

  it("moves with its bookmark to another person, and is read there", async () => {
    const id = await fetched();
    await send(id);
    const to = newUser();
    await moveUser(usersApi(usersWorld(dynamo, world.clock)), userId, to);
    const overdue = new Date(world.clock.now().getTime() + 24 * 60 * MINUTE);
    const moved = (await world.items.overdue(overdue, 100)).find((item) => item.userId === to);
    await worker().receive(processingMessageOf(moved as NonNullable<typeof moved>));
    const there = await reader(world, to).shown(moved?.id ?? "");
    expect(there).toMatchObject({ status: "done", words: 9, read_from: "browser" });
    expect(sentPages()).toEqual([]);
  });

  it("is deleted with its bookmark's folder", async () => {
    const id = await fetched();
    await send(id);
    const [, folder = ""] = String(sentPages()[0]).split("/");
    await world.contents.empty(folder);
    expect(world.bucket.keys()).toEqual([]);
  });
});

describe("a page is refused, and nothing is stored,", () => {
  it.each<[name: string, sent: Sent, status: number, code: string]>([
    ["for another person's bookmark", { by: "mallory" }, 404, "not_found"],
    ["as another type", { headers: { "content-type": "text/plain" } }, 415, "unsupported_media_type"],
    ["in another coding", { headers: { "content-encoding": "br" } }, 415, "unsupported_media_type"],
    ["over 4 MB as sent", { body: `${page(9)}${" ".repeat(4 * MIB)}` }, 413, "body_too_large"],
    ["over 8 MB unpacked", { body: gzipSync(Buffer.alloc(8 * MIB + 1, "a")) }, 413, "body_too_large"],
    ["as a bomb", { body: gzipSync(Buffer.alloc(40 * MIB)) }, 413, "body_too_large"],
    ["as a gzip that was cut", { body: gzipSync(page(9)).subarray(0, 60) }, 400, "invalid_gzip"],
    ["as no gzip", { body: randomBytes(99) }, 400, "invalid_gzip"],
    ["empty", { body: gzipSync("") }, 400, "empty_body"],
    ["empty and not packed", { body: "" }, 400, "empty_body"],
  ])("%s", async (_, sent, status, code) => {
    const id = await fetched();
    const before = { item: await user.shown(id), keys: world.bucket.keys(), sent: world.queue.sent.length };
    expect(await send(id, sent)).toMatchObject({ status, body: { code } });
    expect({ item: await user.shown(id), keys: world.bucket.keys(), sent: world.queue.sent.length }).toEqual(before);
  });

  it("when its bookmark is deleted meanwhile", async () => {
    const id = await fetched();
    const put = world.sentPages.put.bind(world.sentPages);
    world.sentPages.put = async (...sent) => {
      const key = await put(...sent);
      await user.delete(id);
      return key;
    };
    expect(await send(id)).toMatchObject({ status: 404 });
    expect(sentPages()).toEqual([]);
    expect(log.lines("sent_page_not_deleted")).toEqual([]);
  });
});
