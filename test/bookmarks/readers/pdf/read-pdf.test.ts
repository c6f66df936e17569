import { expect, it } from "vitest";
import { isPdf, readPdf } from "../../../../lambdas/bookmarks/readers/pdf/read-pdf.ts";
import { deadlineBefore } from "../../../../lambdas/shared/deadline.ts";
import { lines, pdfFile } from "./pdf-file.ts";

it.each([
  ["%PDF-1.7", true],
  [`${" ".repeat(1_019)}%PDF-`, true],
  [`${" ".repeat(1_020)}%PDF-`, false],
  ["<!doctype html>", false],
])("tells by the first kilobyte whether bytes are a PDF file: %j", (text, expected) => {
  // A part of a buffer, as most bytes are.
  expect(isPdf(Buffer.from(`%PDF-${text}`).subarray(5))).toBe(expected);
});

// The thread runs in each of these; what it reads is tested without one.

it("reads a file in a thread of its own, which prints nothing", async () => {
  expect(await readPdf(pdfFile({ pages: [lines(["Read in a thread"])] }))).toMatchObject({
    kind: "page",
    content: { title: "Read in a thread", text: "Read in a thread" },
  });
});

it("ends the thread at the invocation's deadline", async () => {
  const deadline = deadlineBefore({ getRemainingTimeInMillis: () => 0 }, 0);
  await expect(deadline.run(() => readPdf(pdfFile({ pages: ["x"] })))).rejects.toThrow("deadline passed");
  deadline.end();
});
