import { readPage } from "../../lambdas/bookmarks/readers/read-page.ts";

/** An article of 110 KB, of which 60 KB are text. */
const PARAGRAPH = "The archive keeps every letter of the family, and the catalogue describes each of them. ".repeat(7);
const BODY = Buffer.from(
  `<!doctype html><html lang="en"><head><title>Letters</title><meta name="description" content="An archive"></head><body>${'<nav><a href="/">Home</a><ul class="menu"><li><a href="/a">Articles</a></li></ul></nav>'.repeat(
    100,
  )}<article>${`<h2>A chapter</h2><p class="text">${PARAGRAPH}</p><figure><img src="/p.png" alt="A letter"></figure>`.repeat(130)}</article></body></html>`,
);

/** The part of the worker of bookmarks that takes the processor's time. @throws Error when there is no article */
export async function handler(): Promise<number> {
  const read = readPage({
    url: new URL("https://example.com/letters"),
    status: 200,
    mediaType: "text/html",
    charset: "utf-8",
    retryAfterSeconds: null,
    body: BODY,
  });
  if (read.kind !== "page" || read.content.text.length < 10_000) throw new Error("The article was not read.");
  return read.content.text.length;
}
