import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { buildSync } from "esbuild";
import type { Bookmark } from "../../../client/index.ts";
import { FOR_BROWSERS } from "../../../lib/site-build.ts";
import { PEERS } from "../peers.ts";

/** Items on a page, as many as Magpie's screen shows at first. */
const PAGE = 50;

/** A server with two other screens of the same bookmarks. */
export interface BookmarkPages {
  /** A list that the server renders, without a script. */
  readonly rendered: string;
  /** React and MUI, which read the list as JSON. */
  readonly react: string;
  close(): Promise<void>;
}

/**
 * Serves the two, by gzip.
 *
 * @param bookmarks as the API answers them
 */
export async function startBookmarkPages(bookmarks: readonly Bookmark[]): Promise<BookmarkPages> {
  const script = reactScript();
  const contents: Readonly<Record<string, (query: URLSearchParams) => readonly [type: string, body: string]>> = {
    "/rendered": (query) => ["text/html; charset=utf-8", renderedPage(bookmarks, query)],
    "/react": () => ["text/html; charset=utf-8", REACT_PAGE],
    "/react.js": () => ["text/javascript", script],
    "/bookmarks.json": (query) => ["application/json", JSON.stringify(pageOf(bookmarks, query))],
    "/favicon.ico": () => ["image/svg+xml", ""],
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
    const [type, body] = contents[pathname]?.(searchParams) ?? ["text/plain", "There is nothing here."];
    response.writeHead(200, { "content-type": type, "content-encoding": "gzip" }).end(gzipSync(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    rendered: `${origin}/rendered`,
    react: `${origin}/react`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Built as the console is built. */
function reactScript(): string {
  const { outputFiles } = buildSync({
    ...FOR_BROWSERS,
    absWorkingDir: import.meta.dirname,
    entryPoints: ["bookmarks-react.jsx"],
    nodePaths: [join(PEERS, "node_modules")],
    define: { "process.env.NODE_ENV": '"production"' },
    jsx: "automatic",
    write: false,
    logLevel: "silent",
  });
  return outputFiles[0]?.text ?? "";
}

const REACT_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bookmarks</title>
<script type="module" src="/react.js"></script>
<div id="root"></div>
</html>`;

/** Some of the bookmarks: those that hold a text and have a status, from a place on. */
function pageOf(bookmarks: readonly Bookmark[], query: URLSearchParams) {
  const q = (query.get("q") ?? "").trim().toLowerCase();
  const status = query.get("status") ?? "";
  const from = Number(query.get("from") ?? 0);
  const fitting = bookmarks.filter(
    (each) =>
      (status === "" || each.status === status) &&
      [each.title, each.note, each.summary, each.url, ...each.tags].some((text) => text?.toLowerCase().includes(q)),
  );
  return { items: fitting.slice(from, from + PAGE), total: fitting.length, next: from + PAGE };
}

function renderedPage(bookmarks: readonly Bookmark[], query: URLSearchParams): string {
  const { items, total, next } = pageOf(bookmarks, query);
  const q = query.get("q") ?? "";
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bookmarks</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 0 1rem; }
article { border: 1px solid #ccc; border-radius: .5rem; margin: .8rem 0; padding: .5rem 1rem; }
h2 { font-size: 1.1rem; margin: 0; }
nav a, .tags a { margin-right: .8rem; }
</style>
<nav><a href="#b">Bookmarks</a><a href="#s">Slides</a><a href="#k">Books</a><a href="#p">Prices</a><a href="#r">Recommendations</a></nav>
<h1>Bookmarks</h1>
<form method="post"><label>Address <input type="url" name="url"></label> <button>Save</button></form>
<form><label>Search <input type="search" name="q" value="${escaped(q)}"></label> <button>Search</button></form>
<p role="status">${items.length} of ${total} shown</p>
${items.map(renderedItem).join("\n")}
${next < total ? `<p><a href="?q=${encodeURIComponent(q)}&amp;from=${next}">Show more</a></p>` : ""}
</html>`;
}

function renderedItem({ id, language, title, url, status, created_at, summary, note, tags }: Bookmark): string {
  return `<article><h2 lang="${escaped(language ?? "")}"><a href="#${id}">${escaped(title ?? url)}</a></h2>
<p>${status} <a href="${escaped(url)}">${new URL(url).hostname}</a> <time datetime="${created_at}">${created_at.slice(0, 10)}</time></p>
<p lang="${escaped(language ?? "")}">${escaped(summary ?? "")}</p>
${note === null ? "" : `<p>${escaped(note)}</p>`}
<p class="tags">${tags.map((tag) => `<a href="?q=${encodeURIComponent(tag)}">${escaped(tag)}</a>`).join("")}</p>
<form method="post"><button name="edit" value="${id}">Edit</button> <button name="delete" value="${id}">Delete</button> <button name="again" value="${id}">Read again</button></form></article>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
