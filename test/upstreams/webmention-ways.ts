import type { SiteAnswer } from "../../lib/local/sites/simulated-site.ts";
import { htmlAnswer } from "../../lib/local/sites/simulated-site.ts";

/** A page that offers its Webmention endpoint with one method. */
export type EndpointWay = {
  /** Number of the discovery test of the W3C's suite for this method. */
  readonly number: number;
  readonly what: string;
  /** The requested path of the page. */
  readonly path: string;
  /** The page's own path: another one if the requested path redirects to it. */
  readonly page: string;
  readonly answer: SiteAnswer;
  /** Path and query of the endpoint; any other endpoint in the page is a trap. */
  readonly endpoint: string;
};

/** The page's path, its own endpoint in two forms, and the trap beside it. */
type Names = { readonly folder: string; readonly here: string; readonly whole: string; readonly trap: string };

type Written = {
  readonly what: string;
  /** Header lines by their names: a name in another case is another line. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly head?: string;
  readonly body?: string;
  readonly page?: string;
  readonly endpoint?: string;
};

const written: readonly ((names: Names) => Written)[] = [
  ({ here }) => ({ what: "a header, bare rel, relative", headers: { link: `<${here}>; rel=webmention` } }),
  ({ whole }) => ({ what: "a header, bare rel, absolute", headers: { link: `<${whole}>; rel=webmention` } }),
  ({ here }) => ({ what: "a link element, relative", head: `<link rel="webmention" href="${here}">` }),
  ({ whole }) => ({ what: "a link element, absolute", head: `<link rel="webmention" href="${whole}">` }),
  ({ here }) => ({ what: "an a element, relative", body: `<a rel="webmention" href="${here}">yes</a>` }),
  ({ whole }) => ({ what: "an a element, absolute", body: `<a rel="webmention" href="${whole}">yes</a>` }),
  ({ whole }) => ({ what: "a header in strange letters", headers: { LinK: `<${whole}>; rel=webmention` } }),
  ({ whole }) => ({ what: "a header, quoted rel", headers: { link: `<${whole}>; rel="webmention"` } }),
  ({ here }) => ({ what: "a link element, two relations", head: `<link rel="webmention other" href="${here}">` }),
  ({ whole }) => ({ what: "a header, two relations", headers: { link: `<${whole}>; rel="webmention other"` } }),
  ({ here, trap }) => ({
    what: "header, link and a at once",
    headers: { link: `<${here}>; rel=webmention` },
    head: `<link rel="webmention" href="${trap}">`,
    body: `<a rel="webmention" href="${trap}">no</a>`,
  }),
  ({ here, trap }) => ({
    what: "a relation that only contains the word",
    head: `<link rel="not-webmention" href="${trap}"><link rel="webmention" href="${here}">`,
  }),
  ({ here, trap }) => ({
    what: "one in a comment",
    body: `<!-- <a rel="webmention" href="${trap}">no</a> --><a rel="webmention" href="${here}">yes</a>`,
  }),
  ({ here, trap }) => ({
    what: "one in escaped text",
    body: `<code>&lt;a href="${trap}" rel="webmention"&gt;&lt;/a&gt;</code><a rel="webmention" href="${here}">yes</a>`,
  }),
  ({ folder }) => ({
    what: "an empty href, the page itself",
    head: `<link rel="webmention" href="">`,
    endpoint: folder,
  }),
  ({ here, trap }) => ({
    what: "a before link",
    body: `<a rel="webmention" href="${here}">yes</a><link rel="webmention" href="${trap}">`,
  }),
  ({ here, trap }) => ({
    what: "link before a",
    body: `<link rel="webmention" href="${here}"><a rel="webmention" href="${trap}">no</a>`,
  }),
  ({ here, trap }) => ({
    what: "two headers",
    headers: { link: `<${trap}>; rel="other"`, Link: `<${here}>; rel="webmention"` },
  }),
  ({ here, trap }) => ({
    what: "a header with two values",
    headers: { link: `<${trap}>; rel="other", <${here}>; rel="webmention"` },
  }),
  ({ here }) => ({
    what: "a link element without href",
    head: `<link rel="webmention">`,
    body: `<a rel="webmention" href="${here}">yes</a>`,
  }),
  ({ here }) => ({
    what: "a query",
    head: `<link rel="webmention" href="${here}?query=yes">`,
    endpoint: `${here}?query=yes`,
  }),
  () => ({ what: "relative to the path", head: `<link rel="webmention" href="22/webmention">` }),
  ({ folder }) => ({
    what: "a redirect, and relative to where it leads",
    head: `<link rel="webmention" href="found/webmention">`,
    page: `${folder}/page/found`,
    endpoint: `${folder}/page/found/webmention`,
  }),
];

/** The pages of the W3C's suite for discovery, in its order, for a site with this origin. */
export function endpointWays(origin: string): readonly EndpointWay[] {
  return written.map((write, index) => {
    const number = index + 1;
    const path = `/ways/${number}`;
    const here = `${path}/webmention`;
    const way = write({ folder: path, here, whole: `${origin}${here}`, trap: `${path}/trap` });
    const { what, headers = {}, head = "", body = "", page = path, endpoint = here } = way;
    const start = `<!doctype html><html lang="en"><head><title>Way ${number}</title>`;
    const html = htmlAnswer(200, `${start}${head}</head><body><p>The way is ${what}.</p>${body}</body></html>`);
    return { number, what, path, page, answer: { ...html, headers: { ...html.headers, ...headers } }, endpoint };
  });
}
