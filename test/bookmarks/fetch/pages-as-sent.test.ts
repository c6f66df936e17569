import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fetchPage } from "../../../lambdas/bookmarks/fetch/fetch-page.ts";
import type { OutboundFetch } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import { rawServer, serversOfEachTest, site } from "../../shared/outbound/outbound-servers.ts";

serversOfEachTest();

const given = (path: string) => readFileSync(new URL(`../../shared/${path}`, import.meta.url));
const answer = (type: string, body: Buffer) =>
  Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nConnection: close\r\n\r\n`), body]);

/** The outcome for a page that a site sends as these bytes. */
async function readAs(bytes: Buffer) {
  const { get } = await rawServer(bytes, (socket) => socket.end());
  const fetch: OutboundFetch = ({ url, ...rest }) => get(String(url), rest);
  return fetchPage(`${site}/a`, fetch);
}

describe("a page that a browser shows", () => {
  it.each([
    ["ce-none", false],
    ["ce-utf8", false],
    ["hdr-ctl", false],
    ["hdr-lf", false],
    ["gz-cut", true],
  ])("is read at the first attempt: %s", async (name, truncated) => {
    const page = await readAs(given(`outbound/answers/${name}.http`));
    expect(page).toMatchObject({ kind: "page", content: { truncated } });
    const text = page.kind === "page" ? page.content.text : "";
    expect(text.match(/Paragraph \d of the article about tea/g)).toHaveLength(6);
  });

  it.each([
    ["late-gb", "text/html", "茶叶的故事", "这是一篇关于茶叶的文章"],
    ["none-1251", "text/html", "История чая", "Это статья о чае"],
    ["late-gb", "text/html; charset=iso-8859-1", "茶叶的故事", "这是一篇关于茶叶的文章"],
    ["none-1251", "text/html; charset=utf-8", "История чая", "Это статья о чае"],
  ])("is read in its own encoding: %s as %s", async (name, type, title, begin) => {
    const page = await readAs(answer(type, given(`html/pages/${name}.page`)));
    expect(page).toMatchObject({ kind: "page", content: { title } });
    expect(page.kind === "page" && page.content.text.startsWith(begin)).toBe(true);
  });
});

describe("a page whose encoding can't be determined", () => {
  const letters = (lost: number, kept: number) =>
    Buffer.from(`<title>T</title><p>${"tea ".repeat(kept / 3)}${"\x81 ".repeat(lost)}</p>`, "latin1");

  it.each([
    ["more than one letter in a hundred is lost", answer("text/html; charset=utf-8", letters(10, 900))],
    ["nothing is declared and nothing can be guessed", answer("text/html", letters(200, 300))],
    ["a text is a plain one", answer("text/plain", Buffer.from("\x81\x9d \x8d\x8f\x90", "latin1"))],
  ])("is reported as undecodable if %s", async (_what, bytes) => {
    expect(await readAs(bytes)).toEqual({ kind: "permanent", code: "undecodable_body" });
  });

  it("is read with the places of its lost letters, if they are few", async () => {
    const page = await readAs(answer("text/html; charset=utf-8", letters(3, 900)));
    expect(page).toMatchObject({
      kind: "page",
      content: { text: expect.stringMatching(/^(?:tea )+\ufffd \ufffd \ufffd$/) },
    });
  });
});
