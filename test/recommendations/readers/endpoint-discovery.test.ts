import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TargetPage } from "../../../lambdas/recommendations/readers/endpoint-discovery.ts";
import { discoveredEndpoint } from "../../../lambdas/recommendations/readers/endpoint-discovery.ts";
import { endpointWays } from "../../upstreams/webmention-ways.ts";

const ORIGIN = "https://target.example";
const PAGE = `${ORIGIN}/posts/one?page=2#top`;
const SELF = `${ORIGIN}/posts/one?page=2`;
const WM = `${ORIGIN}/wm`;
/** The name of a folder whose address has the greatest length that a base may have. */
const LONGEST = "x".repeat(2_000 - `${ORIGIN}//`.length);

function discover(changes: Partial<TargetPage>): string | null {
  const page = { url: new URL(PAGE), status: 200, headers: {}, mediaType: "text/html", body: "", ...changes };
  return discoveredEndpoint(page)?.href ?? null;
}

const inHeader = (link: string, body = "") => discover({ headers: { link }, body });
const inPage = (body: string) => discover({ body });

describe("discoveredEndpoint", () => {
  it.each(endpointWays(ORIGIN))("passes test $number of the suite: $what", ({ page, answer, endpoint }) => {
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(answer.headers)) {
      const before = headers[name.toLowerCase()];
      headers[name.toLowerCase()] = before === undefined ? value : `${before}, ${value}`;
    }
    const url = new URL(page, ORIGIN);
    expect(discover({ url, headers, body: String(answer.body) })).toBe(`${ORIGIN}${endpoint}`);
  });

  it.each([
    ["spaces everywhere", ' <  /wm\t> ; rel = "webmention" ; title = "x"', WM],
    ["capitals", "</wm>; REL=WebMention", WM],
    ["the last of several relations", '</wm>; rel="alternate me  webmention"', WM],
    ["relations with tabs between them", '</wm>; rel="me\twebmention"', WM],
    ["a relation of a longer name", '</wm>; rel="webmentions not-webmention webmention-x"', null],
    ["an address as relation", '</wm>; rel="http://webmention.org/"', null],
    ["no relation", "</wm>; title=webmention", null],
    ["a reversed relation", "</wm>; rev=webmention", null],
    ["the first of two endpoints", "</wm>; rel=webmention, </other>; rel=webmention", WM],
    ["an empty reference, the page itself", "<>; rel=webmention", SELF],
    ["a query only", "<?wm=1>; rel=webmention", `${ORIGIN}/posts/one?wm=1`],
    ["a query kept as it is", "</wm?a=%20b&c=d+e&&>; rel=webmention", `${WM}?a=%20b&c=d+e&&`],
    ["a fragment", "</wm#x>; rel=webmention", WM],
    ["relative to the path", "<wm>; rel=webmention", `${ORIGIN}/posts/wm`],
    ["relative to the path above", "<../wm>; rel=webmention", WM],
    ["relative to the scheme", "<//other.example/wm>; rel=webmention", "https://other.example/wm"],
    ["plain http", "<http://other.example:8080/wm>; rel=webmention", "http://other.example:8080/wm"],
    ["letters as bytes of UTF-8", `</${Buffer.from("é").toString("latin1")}>; rel=webmention`, `${ORIGIN}/%C3%A9`],
    ["a scheme that is not the web's", "<mailto:wm@other.example>; rel=webmention", null],
    ["a script, then an endpoint", "<javascript:alert(1)>; rel=webmention, </wm>; rel=webmention", WM],
    ["no address, then an endpoint", "<https://:/>; rel=webmention, </wm>; rel=webmention", WM],
    ["a link of another page", "</wm>; rel=webmention; anchor=/posts/two", null],
    ["a link of no page", '</wm>; rel=webmention; anchor="mailto:a@b.example"', null],
    ["a link of a part of the page", '</wm>; rel=webmention; anchor="#part"', WM],
  ])("reads a header with %s", (_what, link, endpoint) => {
    expect(inHeader(link)).toBe(endpoint);
  });

  it.each([
    ["other links only", "</a>; rel=me"],
    ["no end of the address", "</wm; rel=webmention"],
    ["no end of a quote", '</a>; title="x, </trap>; rel=webmention'],
    ["nothing in it", ""],
    ["an endpoint that is no web address", "<ftp://other.example/>; rel=webmention"],
  ])("uses the markup after a header with %s", (_what, link) => {
    expect(inHeader(link, '<a rel=webmention href="/wm">')).toBe(WM);
  });

  it("ignores the markup when the header has an endpoint", () => {
    expect(inHeader("</wm>; rel=webmention", "<link rel=webmention href=/trap>")).toBe(WM);
  });

  it.each([
    ["capitals", '<LINK REL="WEBMENTION" HREF="/wm">', WM],
    ["relations on several lines", '<link rel="\n me\twebmention\f" href="/wm">', WM],
    ["a no-break space in the relation", '<link rel="me\u00a0webmention" href="/trap">', null],
    ["a relation of a longer name", '<link rel="webmention-x webmentions" href="/trap">', null],
    ["the first rel of an element only", '<link rel=me rel="webmention" href="/trap">', null],
    ["the first href of an element only", "<link rel=webmention href=/wm href=/trap>", WM],
    ["entities in the href", '<link rel="webmention" href="/wm?a=1&amp;b=&quot;2&quot;">', `${WM}?a=1&b=%222%22`],
    ["white space around the href", '<a rel="webmention" href=" \n\t/wm\n ">', WM],
    ["an href of white space, the page itself", '<a rel="webmention" href="  ">', SELF],
    ["an href without value, the page itself", "<a rel=webmention href>", SELF],
    ["a fragment only, the page itself", '<a rel="webmention" href="#wm">', SELF],
    ["a fragment at the end", '<a rel="webmention" href="/wm#x">', WM],
    ["no href, then one", "<a rel=webmention></a><link rel=webmention><a rel=webmention href=/wm>", WM],
    ["no web address, then one", "<a rel=webmention href=mailto:a@b.example><a rel=webmention href=/wm>", WM],
    ["no address at all, then one", '<a rel=webmention href="https://["></a><a rel=webmention href=/wm>', WM],
    ["a link in the body before an a", "<p>x<link rel=webmention href=/wm><a rel=webmention href=/trap>", WM],
    [
      "an a deep inside before a shallow link",
      "<p><b><i><a rel=webmention href=/wm></a></i></b></p><link rel=webmention href=/trap>",
      WM,
    ],
    ["an area", "<map><area rel=webmention href=/trap></map>", null],
    ["a form", "<form rel=webmention href=/trap action=/trap></form>", null],
    ["an element whose name begins so", "<linked rel=webmention href=/trap><a-b rel=webmention href=/trap>", null],
    ["an a of a drawing", "<svg><a rel=webmention href=/trap></a></svg>", null],
    ["an a in a drawing's description", "<svg><desc><a rel=webmention href=/wm></a></desc></svg>", WM],
    ["a script", "<script>'<a rel=webmention href=/trap>'</script><a rel=webmention href=/wm>", WM],
    ["a title", "<title><a rel=webmention href=/trap></title>", null],
    ["an old frame", "<iframe><a rel=webmention href=/trap></iframe><xmp><a rel=webmention href=/trap></xmp>", null],
    ["plain text to the end", "<plaintext><a rel=webmention href=/trap>", null],
    ["a template", "<template><a rel=webmention href=/trap></template><a rel=webmention href=/wm>", WM],
    ["a template in a template", "<template><template></template><a rel=webmention href=/trap></template>", null],
    ["a page without scripts", "<noscript><link rel=webmention href=/wm></noscript>", WM],
    [
      "an a that a browser puts before the table that it stands in",
      "<table><tr><td><link rel=webmention href=/wm></td></tr><a rel=webmention href=/trap></a></table>",
      WM,
    ],
    ["an a that is opened again", "<a rel=webmention href=/wm><p>x<a rel=webmention href=/trap><p>y", WM],
    ["a base", "<base href=/blog/><a rel=webmention href=wm>", `${ORIGIN}/blog/wm`],
    [
      "a base on another host",
      "<base href=https://other.example/x/><a rel=webmention href=wm>",
      "https://other.example/x/wm",
    ],
    ["a base that stands behind", "<a rel=webmention href=wm></a><base href=/blog/>", `${ORIGIN}/blog/wm`],
    ["two bases", "<base target=x><base href=/blog/><base href=/trap/><a rel=webmention href=wm>", `${ORIGIN}/blog/wm`],
    ["an empty href and a base", '<base href="/blog/"><a rel="webmention" href="">', `${ORIGIN}/blog/`],
    ["a base that no address can have", '<base href="https://["><a rel=webmention href=wm>', `${ORIGIN}/posts/wm`],
    ["a base of data", "<base href=data:x,y><a rel=webmention href=wm>", `${ORIGIN}/posts/wm`],
    ["a base of a script", "<base href=javascript:x><a rel=webmention href=wm>", `${ORIGIN}/posts/wm`],
    ["the longest base", `<base href=/${LONGEST}/><a rel=webmention href=wm>`, `${ORIGIN}/${LONGEST}/wm`],
    ["a base in a drawing", "<svg><base href=/trap/></svg><a rel=webmention href=wm>", `${ORIGIN}/posts/wm`],
    ["a base in a template", "<template><base href=/trap/></template><a rel=webmention href=wm>", `${ORIGIN}/posts/wm`],
    [
      "a base too long for any page",
      `<base href=/${"x".repeat(2000)}/><a rel=webmention href=wm>`,
      `${ORIGIN}/posts/wm`,
    ],
    ["an unclosed everything", "<div><p><table><tr><td><a rel=webmention href=/wm>", WM],
    ["nothing", "", null],
  ])("reads markup with %s", (_what, body, endpoint) => {
    expect(inPage(body)).toBe(endpoint);
  });

  it("does not apply a base to the header", () => {
    expect(inHeader("<wm>; rel=webmention", "<base href=/blog/>")).toBe(`${ORIGIN}/posts/wm`);
  });

  it.each([
    ["text/html", WM],
    ["application/xhtml+xml", WM],
    ["", WM],
    ["text/plain", null],
    ["application/json", null],
    ["application/xml", null],
    ["image/svg+xml", null],
  ])("looks for markup in %j: %s", (mediaType, endpoint) => {
    expect(discover({ mediaType, body: '<a rel="webmention" href="/wm"/>' })).toBe(endpoint);
  });

  it("reads the header whatever the type of the page", () => {
    expect(discover({ mediaType: "image/png", headers: { link: "</wm>; rel=webmention" } })).toBe(WM);
  });

  it.each([
    [200, WM],
    [204, WM],
    [299, WM],
    [199, null],
    [304, null],
    [404, null],
    [410, null],
    [503, null],
  ])("of a page with status %i is %s", (status, endpoint) => {
    expect(discover({ status, headers: { link: "</wm>; rel=webmention" } })).toBe(endpoint);
  });

  it("finds the first endpoint among any elements, in any notation", () => {
    const trap = fc.constantFrom(
      "<!-- <a rel=webmention href=/trap> -->",
      "<script><a rel=webmention href=/trap></script>",
      "<textarea><link rel=webmention href=/trap></textarea>",
      "<template><a rel=webmention href=/trap></template>",
      "<a rel=webmention>",
      "<a rel=not-webmention href=/trap>x</a>",
      "<p>text &lt;a rel=webmention href=/trap&gt;",
      "<b><div>",
      "</b></div>",
    );
    const space = fc.constantFrom(" ", "\n", "\t ", "/");
    const quote = fc.constantFrom("'", '"');
    const name = (text: string) => fc.constantFrom(text, text.toUpperCase());
    const element = fc
      .tuple(fc.constantFrom("a", "link", "A"), space, name("rel"), name("webmention"), name("href"), quote, fc.nat(99))
      .map(([tag, gap, rel, word, href, mark, id]) => ({
        id,
        html: `<${tag}${gap}${rel}=${mark}x ${word}${mark}${gap}${href}=${mark}/wm?${id}${mark}>`,
      }));
    fc.assert(
      fc.property(fc.array(trap), fc.array(element, { minLength: 1, maxLength: 4 }), (traps, elements) => {
        const html = `${traps.join("")}${elements.map((one) => one.html).join("x")}`;
        expect(inPage(html)).toBe(`${WM}?${elements[0]?.id}`);
      }),
    );
  });

  it("never throws, and returns only addresses that can be posted to", () => {
    const bits = ["<", ">", "</", "<!--", "-->", '"', "=", "<a ", "<table>", "<template>", "<svg>", " rel=webmention "];
    const unit = fc.oneof(fc.constantFrom(...bits, " href=", "<base ", ";", ",", "data:", "http:", "//"), fc.string());
    const text = fc.array(unit, { maxLength: 30 }).map((units) => units.join(""));
    fc.assert(
      fc.property(text, text, (link, body) => {
        expect(inHeader(link, body) ?? WM).toMatch(/^https?:\/\/[^#]+$/);
      }),
    );
  });
});
