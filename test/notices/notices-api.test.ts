import { beforeEach, expect, it } from "vitest";
import { digestNotice } from "../../lambdas/notices/digest.ts";
import { listNotices } from "../../lambdas/notices/list-notices.ts";
import { noticeMail } from "../../lambdas/notices/notice-mail.ts";
import { NoticeTable } from "../../lambdas/notices/notice-table.ts";
import { noticesRoutes } from "../../lambdas/notices/routes.ts";
import { httpApi } from "../../lambdas/shared/http/http-api.ts";
import type { Language } from "../../lambdas/shared/notices/languages.ts";
import type { Notice } from "../../lambdas/shared/notices/notice.ts";
import { KIND_NAMES } from "../../lambdas/shared/notices/notice-kind.ts";
import { NoticeWriter } from "../../lambdas/shared/notices/notice-writer.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo, dynamoOfEachTest } from "../emulators/dynamo-of-tests.ts";
import type { HttpRequest } from "../emulators/http-event.ts";
import { answerTo, walk } from "../emulators/http-event.ts";
import { at } from "../emulators/test-clock.ts";
import { offerNotice, priceNotice } from "./notices-world.ts";

capturedLog();
dynamoOfEachTest();

let writer: NoticeWriter;
beforeEach(() => {
  writer = new NoticeWriter(dynamo.client, "notices");
});

function list(request: Partial<HttpRequest> = {}, stageLanguage: Language = "en") {
  const handler = httpApi({
    routes: noticesRoutes,
    environment: {},
    services: () => ({
      notices: new NoticeTable(dynamo.client, "notices"),
      siteUrl: "https://magpie.example",
      language: stageLanguage,
    }),
    operations: { listNotices },
  });
  return answerTo(handler, { route: "GET /v1/notices", user: "olga", groups: ["admin"], ...request });
}

it("lists the notices page by page, newest first", async () => {
  const notices = [1, 2, 3, 4, 5].map((number) => priceNotice(String(number), at(number)));
  for (const notice of notices) await writer.put(notice);
  // An id that is covered by another notice is in no list.
  await writer.putCovered("00000000-0000-8000-8000-000000000001", priceNotice("1", at(1)));
  const pages = await walk<Notice>((query) => list({ query }), "notices", 2);
  expect(pages.map((page) => page.map(({ title }) => title))).toEqual([
    ["Camera 5: ¥900", "Camera 4: ¥900"],
    ["Camera 3: ¥900", "Camera 2: ¥900"],
    ["Camera 1: ¥900"],
  ]);
  const { body } = await list({ query: { limit: "1" } });
  const { id, kind, title, body: text, url, createdAt } = priceNotice("5", at(5));
  expect(body.notices).toEqual([{ id, kind, title, body: text, url, created_at: createdAt }]);
});

it("has an address for each notice: what it is about, else the console's screen", async () => {
  await writer.put(priceNotice("1", at(1)));
  await writer.put({ ...priceNotice("2", at(2)), url: null, screen: "/app/prices/2" });
  const { body } = await list();
  expect(body.notices.map(({ url }: { url: string }) => url)).toEqual([
    "https://magpie.example/app/prices/2",
    "https://jp.mercari.com/item/m1",
  ]);
});

it.each([
  { asked: {}, stage: "en", title: "Camera 2: ¥900, a camera" },
  { asked: {}, stage: "ja", title: "Camera 2: 900 円、a camera" },
  { asked: { language: "en" }, stage: "ja", title: "Camera 2: ¥900, a camera" },
  { asked: { language: "ja" }, stage: "en", title: "Camera 2: 900 円、a camera" },
] as const)("is in the language that is asked for, else the stage's: $asked, $stage", async (told) => {
  await writer.put(priceNotice("1", at(1)));
  await writer.put(offerNotice("2", at(2)));
  const { body } = await list({ query: told.asked }, told.stage);
  // What the last release has made is text.
  expect(body.notices.map(({ title }: { title: string }) => title)).toEqual([told.title, "Camera 1: ¥900"]);
});

it.each([
  { what: "lines and an address", body: "¥900\nlens", url: "https://jp.mercari.com/item/m1", paragraphs: 6 },
  { what: "neither", body: "", url: null, paragraphs: 3 },
])("mails have the title, a hint and the screen, with $what", ({ body, url, paragraphs }) => {
  const { subject, text, html } = noticeMail(priceNotice("1", at(1), { body, url }), "https://magpie.example", "en");
  const screen = "https://magpie.example/app/notices";
  expect(subject).toBe("Camera 1: ¥900");
  expect(text.split("\n\n")).toEqual([
    subject,
    ...(body === "" ? [] : [body]),
    ...(url === null ? [] : [url]),
    expect.stringContaining("GET /v1/notices"),
    `${screen}\n`,
  ]);
  expect(html.match(/<p/g)).toHaveLength(paragraphs);
  // The title leads there, too.
  expect(html.match(/href="[^"]*"/g)).toEqual([
    ...Array(url === null ? 0 : 2).fill(`href="${url}"`),
    `href="${screen}"`,
  ]);
});

it("mails have a paragraph for each line, in which only an address is a link", () => {
  const body = "¥900\nhttps://jp.mercari.com/item/m2\nsee https://evil.example/\nhttps://jp.mercari.com/ too";
  const link = (url: string, words = url) => `<a href="${url}" rel="noopener noreferrer">${words}</a>`;
  const hint = 'GET /v1/notices of your API, or the command "npm run -s magpie -- notice ls", lists the notices.';
  const end = `
<p dir="auto">${hint.replaceAll('"', "&quot;")}</p>
<p>${link("https://magpie.example/app/prices/1")}</p>
</body></html>
`;
  const html = (changes: Parameters<typeof priceNotice>[2]) =>
    noticeMail(priceNotice("1", at(1), { screen: "/app/prices/1", ...changes }), "https://magpie.example", "en").html;
  const about = "https://jp.mercari.com/item/m1";
  expect(html({ body })).toBe(`<!doctype html>
<html lang="en"><body>
<p dir="auto"><b>${link(about, "Camera 1: ¥900")}</b></p>
<p dir="auto">¥900</p>
<p>${link("https://jp.mercari.com/item/m2")}</p>
<p dir="auto">see https://evil.example/</p>
<p dir="auto">https://jp.mercari.com/ too</p>
<p>${link(about)}</p>${end}`);
  expect(html({ body: "", url: null })).toBe(`<!doctype html>
<html lang="en"><body>
<p dir="auto"><b>Camera 1: ¥900</b></p>${end}`);
  const plain = "http://shop.example/1";
  expect(html({ body: "", url: plain })).toBe(`<!doctype html>
<html lang="en"><body>
<p dir="auto"><b>${link(plain, "Camera 1: ¥900")}</b></p>
<p>${link(plain)}</p>${end}`);
});

it.each([
  ["price", "prices"],
  ["books", "new books"],
  ["search_failing", "failing searches"],
  ["mention", "new recommendations"],
] as const)("the digest of a day's notices of kind %s says that they are of %s", (kind, words) => {
  const named = { notices: [priceNotice("1", at(1)), priceNotice("2", at(2))], hasMore: false };
  const { title, body, url } = digestNotice({ kind, day: "2026-11-20", namesOld: false }, named, at(3), "en");
  expect(title).toBe(`2 more notices of ${words} on 2026-11-20 (UTC)`);
  expect([body, url]).toEqual(["- Camera 1: ¥900\n- Camera 2: ¥900", null]);
});

it("digests of two days are two for the webhook's receiver", () => {
  const ids = ["2026-11-20", "2026-11-21"].map(
    (day) => digestNotice({ kind: "price", day, namesOld: false }, { notices: [], hasMore: false }, at(3), "en").id,
  );
  expect(new Set(ids).size).toBe(2);
});

it("mails of recommendations alone name the commands about mentions", () => {
  const hints = (["mention", "price"] as const).map((kind) => {
    const { text, html } = noticeMail({ ...priceNotice("1", at(1)), kind }, "https://magpie.example", "en");
    return [text, html].map((each) => each.includes("magpie -- mention block"));
  });
  expect(hints).toEqual([
    [true, true],
    [false, false],
  ]);
});

it("shows everybody the notices of their kinds, and administrators all", async () => {
  for (const [index, kind] of KIND_NAMES.entries())
    await writer.put({ ...priceNotice(kind, at(index)), kind, screen: "/app/bookmarks" });
  const kindsOf = async (groups: string[]) => {
    const { body } = await list({ groups });
    return body.notices.map(({ kind }: { kind: string }) => kind).toReversed();
  };
  expect(await kindsOf(["admin"])).toEqual(KIND_NAMES);
  expect(await kindsOf([])).toEqual(["price", "books", "mention", "gone"]);
});

it("has for everybody pages without those of administrators, of which few are empty", async () => {
  for (let number = 1; number <= 12; number += 1)
    await writer.put(priceNotice(String(number), at(number), number % 6 === 0 ? {} : { kind: "alarm" }));
  const pages = await walk<Notice>((query) => list({ groups: [], query }), "notices", 2);
  expect(pages.map((page) => page.map(({ title }) => title))).toEqual([["Camera 12: ¥900"], ["Camera 6: ¥900"], []]);
});

it("takes its own cursors only", async () => {
  expect((await list({ query: { cursor: "x" } })).body).toMatchObject({ status: 400, code: "invalid_cursor" });
});
