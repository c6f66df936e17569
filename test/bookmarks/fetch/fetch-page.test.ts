import { describe, expect, it } from "vitest";
import { fetchPage } from "../../../lambdas/bookmarks/fetch/fetch-page.ts";
import { OutboundError } from "../../../lambdas/shared/outbound/outbound-error.ts";
import type { OutboundFetch, OutboundRequest } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import { fetchedPage } from "../processing-world.ts";
import { lines, pdfFile } from "../readers/pdf/pdf-file.ts";

const MIB = 1_024 * 1_024;
const PDF = pdfFile({ pages: [lines(["All the times of the ferry"])] });

/** A site that sends a body, of which as much is read as the limits allow. */
const site =
  (body: Buffer, changes: Parameters<typeof fetchedPage>[0] = {}): OutboundFetch =>
  async ({ maxBytes, stopReading }) => {
    for (let length = MIB; length < body.length + MIB; length += MIB) {
      const soFar = body.subarray(0, length);
      if (stopReading?.(soFar) === true) return fetchedPage({ ...changes, body: soFar, truncated: true });
      if (soFar.length > maxBytes) throw new OutboundError("too_large", "body of the test's site");
    }
    return fetchedPage({ ...changes, body });
  };

const read = (...answer: Parameters<typeof site>) => fetchPage("https://site.example/a", site(...answer));

/** A file of a given size, padded at its end. */
const ofSize = (file: Buffer, bytes: number) => Buffer.concat([file, Buffer.alloc(bytes - file.length, "%\n")]);

describe("a PDF file", () => {
  it("is read with any media type", async () => {
    const url = new URL("https://site.example/b");
    expect(await read(PDF, { mediaType: "text/html", url })).toMatchObject({
      content: { text: "All the times of the ferry" },
      url,
      canonicalUrl: null,
    });
  });

  it("may be larger than a page, up to 15 MB", async () => {
    const mediaType = "application/pdf";
    expect(await read(ofSize(PDF, 14 * MIB), { mediaType })).toMatchObject({ kind: "page" });
    expect(await read(ofSize(PDF, 16 * MIB), { mediaType })).toEqual({ kind: "permanent", code: "pdf_too_large" });
  });

  it("is broken if its end is missing", async () => {
    const fetch: OutboundFetch = async () => fetchedPage({ body: PDF, truncated: true });
    expect(await fetchPage("https://site.example/a", fetch)).toEqual({ kind: "permanent", code: "pdf_broken" });
  });

  it("is broken if it does not begin as one", async () => {
    const body = Buffer.from("<p>Please log in");
    expect(await read(body, { mediaType: "application/pdf" })).toEqual({ kind: "permanent", code: "pdf_broken" });
  });

  it("is not read if its site refuses it", async () => {
    expect(await read(PDF, { status: 404 })).toEqual({ kind: "permanent", code: "not_found" });
  });
});

describe("a page that is larger than 4 MB", () => {
  const begin = "<title>Tea</title><p>Picked in the morning.</p>";

  it.each([
    ["a picture within it", `${begin}<img src="data:image/png;base64,${"A".repeat(5 * MIB)}"><p>The end.</p>`],
    ["a long script", `${begin}<script>${"a;".repeat(2.5 * MIB)}</script>`],
    ["a long text", `${begin}<p>${"Withered, rolled, fired and sorted. ".repeat(150_000)}</p>`],
  ])("is read from its beginning: %s", async (_why, html) => {
    const page = await read(Buffer.from(html));
    expect(page).toMatchObject({ kind: "page", content: { title: "Tea", truncated: true } });
    expect(page.kind === "page" && page.content.text).toMatch(/^Picked in the morning\./);
  });

  it("is read from its beginning as text, too", async () => {
    const page = await read(Buffer.alloc(5 * MIB, "a line\n"), { mediaType: "text/plain" });
    expect(page).toMatchObject({ kind: "page", content: { truncated: true } });
    const whole = await read(Buffer.from("a line\n"), { mediaType: "text/plain" });
    expect(whole).toMatchObject({ kind: "page", content: { text: "a line", truncated: false } });
  });

  it("is no page in any other type", async () => {
    const film = Buffer.concat([Buffer.from("\0\0\0 ftypisom"), Buffer.alloc(5 * MIB)]);
    for (const mediaType of ["video/mp4", "text/html", ""]) {
      expect(await read(film, { mediaType })).toEqual({ kind: "permanent", code: "not_html_or_text" });
    }
  });
});

it("reads exactly 4 MB, with a time-out of 10 s unless another one is given", async () => {
  const requests: OutboundRequest[] = [];
  const fetch: OutboundFetch = async (request) => {
    requests.push(request);
    return fetchedPage({ status: 404 });
  };
  await fetchPage("https://site.example/a", fetch);
  await fetchPage("https://site.example/a", fetch, 5_000);
  expect(requests.map(({ url, timeoutMs, maxBytes }) => [url, timeoutMs, maxBytes])).toEqual([
    ["https://site.example/a", 10_000, 15 * MIB],
    ["https://site.example/a", 5_000, 15 * MIB],
  ]);
  // Sites whose answer depends on it are asked for a page first.
  expect(requests[0]?.headers?.accept).toMatch(/^text\/html,.*application\/pdf;q=/);
  const sizes = [4 * MIB, 4 * MIB + 1].map((bytes) => requests[0]?.stopReading?.(Buffer.alloc(bytes, "a")));
  expect(sizes).toEqual([false, true]);
});

it.each(["timeout", "name_not_resolved", "blocked_address"] as const)("fails with the error %s", async (kind) => {
  const fetch = async () => {
    throw new OutboundError(kind, "site.example");
  };
  expect(await fetchPage("https://site.example/a", fetch)).toMatchObject({ code: kind });
});

it("hides no bug", async () => {
  const fetch = async () => {
    throw new TypeError("a bug");
  };
  await expect(fetchPage("https://site.example/a", fetch)).rejects.toThrow("a bug");
});

describe("a page whose encoding can't be determined", () => {
  const latin1 = (text: string) => Buffer.from(text, "latin1");
  const letters = (lost: number, kept: number) =>
    latin1(`<title>T</title><p>${"tea ".repeat(kept / 3)}${"\x81 ".repeat(lost)}</p>`);

  it.each([
    ["more than one letter in a hundred is lost", { charset: "utf-8" }, letters(10, 900)],
    ["nothing is declared and nothing can be guessed", { charset: null }, letters(200, 300)],
    ["a text is a plain one", { charset: null, mediaType: "text/plain" }, latin1("\x81\x9d \x8d\x8f\x90")],
  ])("is reported as undecodable if %s", async (_what, type, body) => {
    expect(await read(body, type)).toEqual({ kind: "permanent", code: "undecodable_body" });
  });

  it("is read with the places of its lost letters, if they are few", async () => {
    const text = expect.stringMatching(/^(?:tea )+\ufffd \ufffd \ufffd$/);
    expect(await read(letters(3, 900), { charset: "utf-8" })).toMatchObject({ kind: "page", content: { text } });
  });
});
