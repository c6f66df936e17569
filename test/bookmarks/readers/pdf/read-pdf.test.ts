import { expect, it } from "vitest";
import { readPdf } from "../../../../lambdas/bookmarks/readers/pdf/read-pdf.ts";
import { deadlineBefore } from "../../../../lambdas/shared/deadline.ts";
import { lines, pdfFile } from "./pdf-file.ts";

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
