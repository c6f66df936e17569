import { describe, expect, it } from "vitest";
import { fetchPage } from "../../../lambdas/bookmarks/fetch/fetch-page.ts";
import { OutboundError } from "../../../lambdas/shared/outbound/outbound-error.ts";
import type { OutboundFetch } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
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

/** A file of a size, with what does not matter at its end. */
const ofSize = (file: Buffer, bytes: number) => Buffer.concat([file, Buffer.alloc(bytes - file.length, "%\n")]);

describe("a PDF file", () => {
  it("is read with any media type", async () => {
    expect(await read(PDF, { mediaType: "text/html" })).toMatchObject({
      content: { text: "All the times of the ferry" },
    });
  });

  it("may be larger than a page, up to 15 MB", async () => {
    const mediaType = "application/pdf";
    expect(await read(ofSize(PDF, 14 * MIB), { mediaType })).toMatchObject({ kind: "page" });
    expect(await read(ofSize(PDF, 16 * MIB), { mediaType })).toEqual({ kind: "permanent", code: "pdf_too_large" });
  });

  it("is broken if it does not begin as one", async () => {
    const body = Buffer.from("<p>Please log in");
    expect(await read(body, { mediaType: "application/pdf" })).toEqual({ kind: "permanent", code: "pdf_broken" });
  });

  it("is not read if its site refuses it", async () => {
    expect(await read(PDF, { status: 404 })).toEqual({ kind: "permanent", code: "not_found" });
  });
});

it("ends with 4 MB what is no PDF file, with any media type", async () => {
  const tooLarge = { kind: "permanent", code: "too_large" };
  expect(await read(Buffer.alloc(5 * MIB, "a"))).toEqual(tooLarge);
  expect(await read(Buffer.alloc(5 * MIB, "a"), { mediaType: "application/pdf" })).toEqual(tooLarge);
  expect(await read(Buffer.alloc(4 * MIB, "a"), { mediaType: "text/plain" })).toMatchObject({ kind: "page" });
});
