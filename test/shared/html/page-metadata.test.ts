import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pageDeclarations } from "../../../lambdas/shared/html/page-declarations.ts";
import { pageMetadata } from "../../../lambdas/shared/html/page-metadata.ts";
import { anyCharacter } from "../../any-character.ts";

const URL_OF_PAGE = new URL("https://blog.example/posts/1?x=2");

const read = (head: string) => pageMetadata(pageDeclarations(head), URL_OF_PAGE);
const meta = (name: string, content: string) => `<meta name="${name}" content="${content}">`;
const social = (property: string, content: string) => `<meta property="${property}" content="${content}">`;
const jsonLd = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;

describe("pageMetadata", () => {
  it("reads all metadata of a page", () => {
    const html = `<!doctype html><html lang="ja-JP"><head><meta charset="utf-8">
      <title>待ち行列の話 | 例のブログ</title>
      <meta name="description" content="なぜ待ち行列を使うのか。">
      <meta property="og:title" content="待ち行列の話"><meta property="og:site_name" content="例のブログ">
      <meta property="og:image" content="/images/queue.png"><meta name="author" content="例野 例子">
      </head><body><h1>待ち行列の話</h1></body></html>`;
    expect(read(html)).toEqual({
      title: "待ち行列の話",
      siteName: "例のブログ",
      author: "例野 例子",
      description: "なぜ待ち行列を使うのか。",
      language: "ja",
      imageUrl: "https://blog.example/images/queue.png",
    });
  });

  it.each([
    "",
    "<p>text</p>",
    "<html><head><meta><base><title></title></head>",
    "<meta content='x'><meta name='author'>",
  ])("has nothing for a page without metadata: %j", (html) => {
    expect(new Set(Object.values(read(html)))).toEqual(new Set([null]));
  });
});

it.each(["Home", "Untitled Document", "無題ドキュメント", "New Page 1", "index.html"])(
  "has no title of a page with nothing but a program's default: %s",
  (title) => expect(read(`<title>${title}</title>`).title).toBeNull(),
);

describe("the title", () => {
  it.each([
    ["the social one", `<title>A | Site</title>${social("og:title", "A")}`, "A"],
    ["Twitter's", `<title>A | Site</title>${meta("twitter:title", "A")}`, "A"],
    ["Open Graph's before Twitter's", meta("twitter:title", "B") + social("og:title", "A"), "A"],
    ["the page's own", "<title>A</title>", "A"],
    ["the page's own where the social one is blank", `<title>A</title>${social("og:title", " \u202e ")}`, "A"],
    [
      "the page's own where the social one is the site's",
      `<title>A</title>${social("og:title", "S")}${social("og:site_name", "S")}`,
      "A",
    ],
    ["the site's name where there is no other", social("og:title", "S") + social("og:site_name", "S"), "S"],
    ["not what a program puts there by default", `<title>A</title>${social("og:title", "Untitled Document")}`, "A"],
    ["not that in another language", `<title>無題ドキュメント</title>${meta("twitter:title", "A")}`, "A"],
    ["the first that is not empty", "<title></title><title>A</title>", "A"],
    [
      "with entities decoded once",
      "<title>Q&amp;A &lt;live&gt; &#12354; &amp;amp; &quot;</title>",
      'Q&A <live> あ &amp; "',
    ],
    ["with markup that is text there", "<title>Using <b> &amp; <i></title>", "Using <b> & <i>"],
    ["on one line without controls", "<title>\n Two\n\tlines\u202e \u0007\u200b\ud800</title>", "Two lines"],
    ["by name as well as by property", meta("og:title", "A"), "A"],
    ["of several properties", social("schema:name og:title", "A"), "A"],
    ["not the missing value of a script", `<title>A</title>${social("og:title", " undefined ")}`, "A"],
    ["not that of the page's own", `<title>null</title><h1>A</h1>`, "A"],
    ["that of a name without any other", meta("title", "A"), "A"],
    [
      "the first main heading without any other",
      "<h1><img></h1><h2>C</h2><h1>A<br>and <b>B</b></h1><h1>D</h1>",
      "A and B",
    ],
    ["the main heading of a page with a program's default", "<title>Home</title><h1>A</h1>", "A"],
    ["the page's own before its main heading", "<h1>B</h1><title>A</title>", "A"],
    ["its article's headline without any other", `<title>App</title>${jsonLd({ headline: "A" })}`, "A"],
    ["not escaped twice", social("og:title", "Q&amp;amp;A: it&amp;#39;s"), "Q&A: it's"],
  ])("is %s", (_name, head, title) => {
    expect(read(head).title).toBe(title);
  });

  it("has at most 500 code points", () => {
    expect(read(`<title>${"😀".repeat(600)}</title>`).title).toBe("😀".repeat(500));
  });
});

describe("the author", () => {
  it.each([
    ["a name", meta("author", "Ada Example"), "Ada Example"],
    ["an article's author", social("article:author", "Ada Example"), "Ada Example"],
    ["a person", jsonLd({ "@type": "Article", author: { "@type": "Person", name: " Ada\n Example " } }), "Ada Example"],
    [
      "nothing of another type",
      jsonLd({ author: 5 }) + jsonLd({ author: { name: ["x"] } }) + jsonLd(null) + jsonLd("x"),
      null,
    ],
    ["nothing of a script proper", '<script>{"author": "Ada"}</script>', null],
  ])("is %s", (_name, head, author) => {
    expect(read(head).author).toBe(author);
  });

  it.each([
    "//alice.example",
    "https://alice.example/",
    "h2+x.y-z://alice",
    "WWW.alice",
    "a.b.example/alice",
    "a.example/",
  ])("is not the address %s", (address) => {
    expect(read(`<meta name=author content="${address}">`).author).toBeNull();
    expect(read(`<meta name=author content="${address}">${jsonLd({ author: "Alice" })}`).author).toBe("Alice");
  });

  it.each(["Alice // Bob", "Alice (www.alice.example)", "Alice of a.example/alice", "a.example", "Alice/Bob"])(
    "may be %s",
    (author) => {
      expect(read(`<meta name=author content="${author}">`).author).toBe(author);
    },
  );

  it("is the first that is not empty", () => {
    expect(read(`<meta name=author content=" ">${jsonLd({ author: " " })}${jsonLd({ author: "Alice" })}`).author).toBe(
      "Alice",
    );
  });
});

describe("the description", () => {
  it.each([
    ["the page's", social("og:description", "B") + meta("description", "A"), "A"],
    ["Open Graph's", meta("twitter:description", "B") + social("og:description", "A"), "A"],
    ["Twitter's", meta("twitter:description", "A"), "A"],
    ["one that is not blank", meta("description", " ") + social("og:description", "A &amp; B"), "A & B"],
    ["at most 1,000 code points long", meta("description", "語".repeat(1200)), "語".repeat(1000)],
  ])("is %s", (_name, head, description) => {
    expect(read(head).description).toBe(description);
  });
});

describe("the site's name", () => {
  it("is Open Graph's, else the application's", () => {
    expect(read(meta("application-name", "B") + social("og:site_name", "A")).siteName).toBe("A");
    expect(read(meta("application-name", "B")).siteName).toBe("B");
    expect(read(meta("application-name", "B") + social("og:site_name", " ")).siteName).toBe("B");
  });
});

describe("the language", () => {
  it.each([
    ["of the root", '<html lang="en">', "en"],
    ["of an XHTML root", '<html xmlns="x" xml:lang="ja">', "ja"],
    ["of http-equiv", '<meta http-equiv="content-language" content="ja, en">', "ja"],
    ["of Open Graph", social("og:locale", "ja_JP"), "ja"],
    ["of the root before others", `<html lang=de>${social("og:locale", "ja_JP")}`, "de"],
    ["that a language is", `<html lang="">${social("og:locale", "ja_JP")}`, "ja"],
    ["that is left to the text", "<html lang=und>", null],
    ["of XHTML where the other is empty", "<html lang='' xml:lang=fr>", "fr"],
    ["of the element html, wherever it is", "<meta name=a content=b><base lang=en><html lang=ja>", "ja"],
  ])("is the one %s", (_name, head, language) => {
    expect(read(head).language).toBe(language);
  });
});

describe("the image", () => {
  it.each(["og:image", "og:image:secure_url", "og:image:url", "twitter:image", "twitter:image:src"])(
    "is read from %s",
    (name) => {
      expect(read(meta(name, "/i.png")).imageUrl).toBe("https://blog.example/i.png");
    },
  );

  it.each([
    ["absolute", social("og:image", "https://cdn.example/a.png"), "https://cdn.example/a.png"],
    ["relative to the page", social("og:image", "a.png"), "https://blog.example/posts/a.png"],
    ["relative to a base", `<base href="/img/">${social("og:image", "a.png")}`, "https://blog.example/img/a.png"],
    ["with its query", social("og:image", "/a?b=1&amp;c=2"), "https://blog.example/a?b=1&c=2"],
    ["Twitter's", meta("twitter:image", "/a.png"), "https://blog.example/a.png"],
    [
      "the first that is one",
      social("og:image", "data:image/png;base64,AA==") + meta("twitter:image", "/b"),
      "https://blog.example/b",
    ],
    [
      "none of another scheme",
      social("og:image", "javascript:alert(1)") + social("og:image", "ftp://a.example/b"),
      null,
    ],
    [
      "not the missing value of a script",
      social("og:image", "undefined") + meta("twitter:image", "/b.png"),
      "https://blog.example/b.png",
    ],
    ["an item's", '<meta itemprop="image" content="/i.png">', "https://blog.example/i.png"],
    ["a link's", '<link rel="image_src" href="/i.png">', "https://blog.example/i.png"],
    ["none with credentials", social("og:image", "https://u:p@cdn.example/a"), null],
    ["none that is blank", social("og:image", " "), null],
  ])("is %s", (_name, head, imageUrl) => {
    expect(read(head).imageUrl).toBe(imageUrl);
  });
});

it("a hostile page gives only clean texts and web addresses", () => {
  const name = fc.constantFrom(
    "og:title",
    "author",
    "description",
    "og:image",
    "og:site_name",
    "og:locale",
    "__proto__",
  );
  const value = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 60 }),
    fc.webUrl(),
    fc.constantFrom("&#0;", "&#x202e;", "&#xd800;", "語".repeat(1_500)),
  );
  const piece = fc.oneof(
    fc.tuple(name, value).map(([property, content]) => social(property, content)),
    value.map((title) => `<title>${title}</title>`),
    value.map((author) => jsonLd({ author })),
    value.map((href) => `<base href='${href}'>`),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const { imageUrl, language, ...texts } = read(pieces.join(""));
      for (const text of Object.values(texts)) {
        expect(text ?? "x").toMatch(/^[^\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]+$/u);
        expect(Array.from(text ?? "").length).toBeLessThanOrEqual(1000);
      }
      if (imageUrl !== null) expect(new URL(imageUrl).protocol).toMatch(/^https?:$/);
      if (language !== null) expect(language).toMatch(/^[a-z]{2,8}$/);
    }),
  );
});
