import { describe, expect, it } from "vitest";
import { verifiedMention } from "../../../lambdas/recommendations/readers/mention-verification.ts";

const TARGET = "https://our.example/?a=1&b=2";
const ATTRIBUTE = TARGET.replace("&", "&amp;");
const LINK = `<p>See <a href="${ATTRIBUTE}">them</a>.</p>`;
const ESCAPED_LINK = LINK.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const verify = (mediaType: string, body: string) =>
  verifiedMention({ url: new URL("https://blog.example/feed"), mediaType, body }, TARGET);

const atom = (inner: string) =>
  `<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"><entry>${inner}</entry></feed>`;
const rss = (inner: string) =>
  `<?xml version="1.0"?><!-- made by hand --><rss version="2.0"><channel><item>${inner}</item></channel></rss>`;

describe("a feed", () => {
  it.each([
    ["application/atom+xml", atom(`<link rel="related" href="${ATTRIBUTE}"/>`)],
    ["application/atom+xml", atom(`<content type="html">${ESCAPED_LINK}</content>`)],
    ["application/atom+xml", atom(`<content type="html"><![CDATA[${LINK}]]></content>`)],
    [
      "application/atom+xml",
      atom(`<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">${LINK}</div></content>`),
    ],
    ["application/atom+xml", atom(`<content src="${ATTRIBUTE}" type="text/html"/>`)],
    ["application/atom+xml", atom(`<summary>See ${ATTRIBUTE}.</summary>`)],
    ["application/atom+xml", `<entry xmlns="http://www.w3.org/2005/Atom"><link href="${ATTRIBUTE}"/></entry>`],
    ["application/rss+xml", rss(`<link>${ATTRIBUTE}</link>`)],
    ["application/rss+xml", rss(`<link>\n  <![CDATA[${TARGET}]]>\n</link>`)],
    ["application/rss+xml", rss(`<description><![CDATA[<b>x</b>]]> and <![CDATA[${LINK}]]></description>`)],
    ["application/rss+xml", rss(`<content:encoded><![CDATA[${LINK}]]></content:encoded>`)],
    ["text/xml", rss(`<enclosure url="${ATTRIBUTE}" length="1" type="audio/mpeg"/>`)],
    ["application/xml", `<rdf:RDF><item><link>${ATTRIBUTE}</link></item></rdf:RDF>`],
    ["text/x-opml", `<opml><body><outline text="Our" type="link" url="${ATTRIBUTE}"/></body></opml>`],
    ["text/x-opml+xml", `<opml><body><outline text="Our" htmlUrl="${ATTRIBUTE}"/></body></opml>`],
    ["application/atom+xml", atom(`<content type="html">${"x".repeat(16_370)}${ESCAPED_LINK}</content>`)],
  ])("of %s mentions its target: %s", (mediaType, body) => {
    expect(verify(mediaType, body)).toBe("found");
  });

  it.each([
    ["application/atom+xml", atom("<title>nothing</title>")],
    ["application/atom+xml", atom(`<!-- <link href="${ATTRIBUTE}"/> -->`)],
    ["application/atom+xml", atom(`<link title="${ATTRIBUTE}"/>`)],
    ["application/atom+xml", atom(`<link href="${ATTRIBUTE}3"/>`)],
    ["application/atom+xml", atom(`<content type="html">&lt;p title="${ATTRIBUTE}"&gt;x&lt;/p&gt;</content>`)],
    ["application/rss+xml", rss(`<link>${ATTRIBUTE}/more</link>`)],
    ["application/rss+xml", ""],
    ["application/rss+xml", TARGET],
    ["application/xml", `<urlset><url><loc>${ATTRIBUTE}</loc></url></urlset>`],
    ["image/svg+xml", `<svg><a href="${ATTRIBUTE}">x</a></svg>`],
    ["text/html", atom(`<content src="${ATTRIBUTE}"/>`)],
  ])("of %s does not mention it: %s", (mediaType, body) => {
    expect(verify(mediaType, body)).toBe("gone");
  });
});

describe("Markdown", () => {
  it.each([
    [`[them](${TARGET})`],
    [`Read [them](${TARGET})'s page.`],
    [`これは[サイト](${TARGET})です。`],
    [`[them](<${TARGET}> "a title")`],
    [`[them](${TARGET} 'a title')`],
    [`![a picture](${TARGET})`],
    [`[![a picture](b.png)](${TARGET})`],
    [`[them][1]\n\n[1]: ${TARGET} "Their site"`],
    [`[them][1]\n\n[1]: <${TARGET}>`],
    [`<${TARGET}>`],
    [`**${TARGET}**`],
    [`| a |${TARGET}|\n|---|---|`],
    [`- ${TARGET}\n- b`],
    [`<a href="${TARGET}">them</a>`],
    [`(see ${TARGET})`],
  ])("mentions its target: %s", (body) => {
    expect(verify("text/markdown", body)).toBe("found");
  });

  it.each([
    [`[them](${TARGET}3)`],
    [`[them](https://other.example/?to=${TARGET})`],
    [`[them](x${TARGET})`],
    [`\`${TARGET}\``],
    ["[them](/)"],
    [`[them](${TARGET}/more)`],
  ])("does not mention it: %s", (body) => {
    expect(verify("text/markdown", body)).toBe("gone");
  });
});
