import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifiedMention } from "../../../lambdas/recommendations/readers/mention-verification.ts";

const TARGET = "https://our.example/blog/post?a=1&b=2";
const SOURCE = "https://source.example/notes/1";

const verify = (mediaType: string, body: string, target = TARGET, url = SOURCE) =>
  verifiedMention({ url: new URL(url), mediaType, body }, target);
const inHtml = (body: string, target?: string, url?: string) => verify("text/html", body, target, url);

describe("verifiedMention in HTML", () => {
  it.each([
    [`<a href="${TARGET}">x</a>`],
    [`<A HREF='${TARGET}'>x</A>`],
    ['<a href="https://our.example/blog/post?a=1&amp;b=2">x</a>'],
    ['<a href="&#104;ttps://our.example/blog/post?a=1&#38;b=2">x</a>'],
    [`<a href=" \n${TARGET}\t">x</a>`],
    ['<a href="HTTPS://OUR.example:443/blog/./x/../post?a=1&b=2">x</a>'],
    ['<a href="//our.example/blog/post?a=1&b=2">x</a>'],
    ['<base href="https://our.example/blog/"><a href="post?a=1&b=2">x</a>'],
    [`<map><area href="${TARGET}"></map>`],
    [`<link rel="alternate" href="${TARGET}">`],
    [`<link rel="preload" imagesrcset="a.png, ${TARGET}">`],
    [`<img src="${TARGET}">`],
    [`<img srcset="${TARGET}">`],
    [`<img srcset="a.png 1x, ${TARGET} 2x">`],
    [`<img srcset="a.png 1x,${TARGET} 2x">`],
    [`<img srcset="a,b.png, ${TARGET}, c.png 3x">`],
    [`<img srcset=" ,, ${TARGET},, ">`],
    [`<picture><source srcset="a.png 480w,\n${TARGET} 800w"></picture>`],
    [`<video src="${TARGET}"></video>`],
    [`<video poster="${TARGET}"></video>`],
    [`<video><source src="${TARGET}"><track src="x"></video>`],
    [`<video><track src="${TARGET}"></video>`],
    [`<audio src="${TARGET}"></audio>`],
    [`<iframe src="${TARGET}"></iframe>`],
    [`<frameset><frame src="${TARGET}"></frameset>`],
    [`<embed src="${TARGET}">`],
    [`<object data="${TARGET}"></object>`],
    [`<blockquote cite="${TARGET}">x</blockquote>`],
    [`<p><q cite="${TARGET}">x</q>`],
    [`<ins cite="${TARGET}">x</ins>`],
    [`<del cite="${TARGET}">x</del>`],
    [`<svg><a href="${TARGET}"></a></svg>`],
    [`<svg><image xlink:href="${TARGET}"/></svg>`],
    [`<svg><a xlink:href="${TARGET}" href="x"></a></svg>`],
    [`<noscript><img src="${TARGET}"></noscript>`],
    [`<p title='<!-- "'><a href="${TARGET}">`],
    [`<a href="${TARGET}">the body was cut here, in a t`],
    [`<a href="x">y<p><a href="${TARGET}">`],
  ])("is found: %s", (body) => {
    expect(inHtml(body)).toBe("found");
  });

  it.each([
    ["<p>nothing</p>"],
    [""],
    [`<p>${TARGET}</p>`],
    [`<a href="${TARGET}3">longer</a>`],
    [`<a href="${TARGET}/">a slash</a>`],
    [`<a href="${TARGET}#part">a fragment</a>`],
    [`<a href="${TARGET.slice(0, -1)}">shorter</a>`],
    ['<a href="https://our.example/blog/post?b=2&a=1">another order</a>'],
    ['<a href="https://our.example/blog/POST?a=1&b=2">capitals</a>'],
    ['<a href="http://our.example/blog/post?a=1&b=2">another scheme</a>'],
    ['<a href="https://our.example:8443/blog/post?a=1&b=2">another port</a>'],
    ['<a href="https://www.our.example/blog/post?a=1&b=2">another host</a>'],
    ['<a href="https://our.example@evil.example/blog/post?a=1&b=2">another host</a>'],
    [`<a href="https://other.example/?to=${TARGET}">inside another</a>`],
    [`<a href="https://other.example/#${TARGET}">inside a fragment</a>`],
    [`<a href="/blog/post?a=1&b=2">of the source's host</a>`],
    [`<a href="x ${TARGET}">not first</a>`],
    [`<a href="${TARGET} x">not last</a>`],
    [`<a name="${TARGET}" title="${TARGET}" data-href="${TARGET}" ping="${TARGET}">x</a>`],
    [`<a xhref="${TARGET}">x</a>`],
    [`<a src="${TARGET}">x</a><img href="${TARGET}"><p cite="${TARGET}">`],
    [`<a href="x" href="${TARGET}">the second href</a>`],
    [`<svg><a href="x" xlink:href="${TARGET}">the second href</a></svg>`],
    [`<a href="https://our.example/${"./".repeat(1_000)}blog/post?a=1&b=2">longer than any address</a>`],
    ['<a href="https://[">no address</a>'],
    ['<img srcset=""><img srcset="a.png, ">'],
    [`<base href="${TARGET}">`],
    [`<form action="${TARGET}"><button formaction="${TARGET}">x</button></form>`],
    [`<script src="${TARGET}"></script>`],
    [`<meta property="og:url" content="${TARGET}">`],
    [`<img srcset="a.png ${TARGET}, b.png">`],
    [`<img srcset="${TARGET},b.png 1x">`],
    [`<script>'<a href="${TARGET}">x</a>'</script>`],
    [`<template><a href="${TARGET}">x</a></template>`],
    [`<iframe srcdoc='<a href="${TARGET}">x</a>'></iframe>`],
    [`&lt;a href="${TARGET}"&gt;`],
    [`<p title='<a href="${TARGET}">'>x</p>`],
    [`<a href="${TARGET}"`],
  ])("is not found: %s", (body) => {
    expect(inHtml(body)).toBe("gone");
  });

  it.each([
    ["https://our.example", '<a href="https://our.example/">', "found"],
    ["https://our.example/", '<a href="https://our.example">', "found"],
    ["https://our.example/", '<a href="//our.example">', "found"],
    ["https://our.example/", '<a href="/\n/our.example">', "found"],
    ["https://our.example/", '<a href="https://our.example//">', "gone"],
    ["https://our.example/", '<a href="https://our.example/?">', "gone"],
    ["https://our.example/a#b", '<a href="https://our.example/a#b">', "found"],
    ["https://our.example/a#b", '<a href="https://our.example/a">', "gone"],
    ["https://our.example/é", '<a href="https://our.example/%C3%A9">', "found"],
    ["https://our.example/%7Ea", '<a href="https://our.example/~a">', "gone"],
    ["https://bücher.example/", '<a href="https://xn--bcher-kva.example">', "found"],
    ["not an address", '<a href="not an address">', "gone"],
  ] as const)("compares %s with %s: %s", (target, body, verdict) => {
    expect(inHtml(body, target)).toBe(verdict);
  });

  it("resolves against the page itself", () => {
    expect(inHtml('<a href="../post?a=1&b=2">', TARGET, "https://our.example/blog/tags/")).toBe("found");
  });

  it.each([
    ['<meta http-equiv="status" content="410 Gone">', "gone"],
    ['<META HTTP-EQUIV=" Status " CONTENT=" 410">', "gone"],
    ['<body><p><meta http-equiv="status" content="410 Gone">', "gone"],
    ['<meta http-equiv="status" content="200 OK">', "found"],
    ['<meta http-equiv="status" content="4100">', "found"],
    ['<meta http-equiv="status" content="not 410">', "found"],
    ['<meta name="status" content="410 Gone">', "found"],
    ['<meta http-equiv="status">', "found"],
    ['<p http-equiv="status" content="410 Gone">', "found"],
    ['<!-- <meta http-equiv="status" content="410 Gone"> -->', "found"],
    ['<template><meta http-equiv="status" content="410 Gone"></template>', "found"],
  ] as const)("of a page with %s is %s", (meta, verdict) => {
    expect(inHtml(`<a href="${TARGET}">x</a>${meta}`)).toBe(verdict);
  });

  it("never matches a part of an address", () => {
    const part = fc.stringMatching(/^[\w/?#&=.:@-]{1,8}$/);
    fc.assert(
      fc.property(part, part, fc.boolean(), (before, after, isInside) => {
        const href = isInside ? `https://other.example/${before}${TARGET}${after}` : `${TARGET}${after}`;
        expect(inHtml(`<a href="${href.replaceAll("&", "&amp;")}">${TARGET}</a>`)).toBe("gone");
      }),
    );
  });
});

describe("verifiedMention in JSON", () => {
  it.each([
    [JSON.stringify([{ url: TARGET, updated_at: "2026-01-02T03:04:05.000Z" }])],
    [JSON.stringify([{ url: TARGET }]).replaceAll("/", "\\/")],
    [JSON.stringify({ url: TARGET }).replace("our", "\\u006fur")],
    [JSON.stringify({ a: { b: [1, null, true, { c: [[TARGET]] }] } }, null, 2)],
    [JSON.stringify([TARGET])],
    [`\ufeff${JSON.stringify([TARGET])}`],
    [`[${"[".repeat(1000)}"${TARGET}"${"]".repeat(1000)}]`],
    [`{"__proto__": "${TARGET}"}`],
  ])("is found: %s", (body) => {
    expect(verify("application/json", body)).toBe("found");
  });

  it.each([
    [JSON.stringify({ [TARGET]: "x" })],
    [JSON.stringify([`${TARGET}/`])],
    [JSON.stringify([` ${TARGET}`])],
    [JSON.stringify([`see ${TARGET}`])],
    [JSON.stringify([TARGET.toUpperCase()])],
    [JSON.stringify({ html: `<a href="${TARGET}">` })],
    [JSON.stringify(TARGET)],
    [`["${TARGET}"`],
    [`["${TARGET}"],`],
    [`// "${TARGET}"\n[]`],
    [`['${TARGET}']`],
    ["null"],
    ["[]"],
    [""],
  ])("is not found: %s", (body) => {
    expect(verify("application/json", body)).toBe("gone");
  });

  it("finds the target anywhere in a document as a value, and nowhere else", () => {
    const value = fc.jsonValue({ maxDepth: 4 });
    fc.assert(
      fc.property(value, fc.array(fc.oneof(fc.nat(5), fc.string()), { minLength: 1 }), (other, path) => {
        const wrap = (inner: unknown) =>
          path.reduceRight<unknown>(
            (within, step) =>
              typeof step === "number" ? [...Array(step).fill(other), within] : { other, [step]: within },
            inner,
          );
        expect(verify("application/json", JSON.stringify(wrap(TARGET)))).toBe("found");
        expect(verify("application/json", JSON.stringify(wrap({ [TARGET]: `${TARGET}.` })))).toBe("gone");
      }),
    );
  });
});

describe("verifiedMention in plain text", () => {
  it.each([
    [TARGET],
    [`See ${TARGET} for more.`],
    [`See\n${TARGET}\nfor more.`],
    [`It is at ${TARGET}.`],
    [`It is at ${TARGET}, she says`],
    [`(${TARGET})`],
    [`(more: ${TARGET}).`],
    [`<${TARGET}>, which`],
    [`<${TARGET}>which`],
    [`"${TARGET}"`],
    [`「${TARGET}」`],
    [`[a link](${TARGET})`],
    [`${TARGET}3 and ${TARGET}`],
  ])("is found: %s", (body) => {
    expect(verify("text/plain", body)).toBe("found");
  });

  it.each([
    [""],
    [`${TARGET}3`],
    [`${TARGET}/`],
    [`${TARGET}/ and more`],
    [`${TARGET}#part`],
    [`${TARGET}.html`],
    [`${TARGET}&c=3`],
    [`${TARGET},3`],
    [`${TARGET}...x`],
    [`x${TARGET}`],
    [`https://other.example/?to=${TARGET}`],
    [`https://other.example/${TARGET}`],
    [TARGET.toUpperCase()],
    [TARGET.replace("&", "&amp;")],
  ])("is not found: %s", (body) => {
    expect(verify("text/plain", body)).toBe("gone");
  });

  it("has no empty target", () => {
    expect(verify("text/plain", " ", "")).toBe("gone");
  });
});

describe("verifiedMention by media type", () => {
  const html = `<a href="${TARGET}">x</a>`;
  const json = JSON.stringify([TARGET]);

  it.each([
    ["text/html", html, "found"],
    ["application/xhtml+xml", html, "found"],
    ["", html, "found"],
    ["application/json", json, "found"],
    ["application/feed+json", json, "found"],
    ["application/ld+json", json, "found"],
    ["text/plain", TARGET, "found"],
    ["text/html", TARGET, "gone"],
    ["text/html", json, "gone"],
    ["text/plain", json.replaceAll("/", "\\/"), "gone"],
    ["application/json", html, "gone"],
    ["", json, "gone"],
    ["application/xml", html, "gone"],
    ["image/svg+xml", html, "gone"],
    ["text/markdown", TARGET, "found"],
    ["application/atom+xml", `<feed><link href="${TARGET.replace("&", "&amp;")}"/></feed>`, "found"],
    ["text/javascript", json, "gone"],
    ["application/jsonp", json, "gone"],
    ["application/octet-stream", TARGET, "gone"],
    ["image/png", TARGET, "gone"],
  ] as const)("treats %j as its type: %s is %s", (mediaType, body, verdict) => {
    expect(verify(mediaType, body)).toBe(verdict);
  });

  it("never throws", () => {
    const bits = [
      "<a href=",
      '"',
      ">",
      "<",
      "srcset",
      "<img ",
      ",",
      " ",
      "[",
      "]",
      "{",
      "}",
      ":",
      TARGET,
      "<meta ",
      "<base ",
    ];
    const body = fc.array(fc.oneof(fc.constantFrom(...bits), fc.string()), { maxLength: 30 });
    const mediaType = fc.constantFrom("text/html", "application/json", "text/plain", "");
    fc.assert(
      fc.property(mediaType, body, fc.oneof(fc.constant(TARGET), fc.string()), (type, units, target) => {
        expect(["found", "gone"]).toContain(verify(type, units.join(""), target));
      }),
    );
  });
});

it("follows the links of a page whose own address is very long", () => {
  const long = `https://our.example/blog/?${"x".repeat(31_000)}`;
  expect(inHtml('<a href="post?a=1&b=2">', TARGET, long)).toBe("found");
  expect(inHtml('<a href="/blog/post?a=1&b=2">', TARGET, `https://our.example/${"x".repeat(31_000)}`)).toBe("found");
});
