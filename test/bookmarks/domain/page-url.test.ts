import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePageUrl } from "../../../lambdas/bookmarks/domain/page-url.ts";
import { anyCharacter } from "../../any-character.ts";
import { runs } from "../../load.ts";
import { hostileUrls } from "../../shared/hostile-urls.ts";

const PAGE = "https://blog.example/a-page";

describe("the canonical form", () => {
  it.each([
    // Unchanged.
    [PAGE, PAGE],
    ["https://blog.example/a-page/", "https://blog.example/a-page/"],
    ["https://www.blog.example/a-page", "https://www.blog.example/a-page"],
    ["https://blog.example/A-Page", "https://blog.example/A-Page"],
    ["https://blog.example//a//b", "https://blog.example//a//b"],
    ["https://blog.example/a;v=1,2", "https://blog.example/a;v=1,2"],
    // A page by http is the page by https.
    ["http://blog.example/a-page", PAGE],
    ["http://blog.example", "https://blog.example/"],
    ["http://blog.example/?a=1&utm_source=x#top", "https://blog.example/?a=1"],
    ["http://93.184.215.14/", "https://93.184.215.14/"],
    // Surrounding white space.
    [`  ${PAGE}\n`, PAGE],
    [`\u3000${PAGE}\u3000`, PAGE],
    // Case of scheme and host.
    ["HTTPS://Blog.Example/a-page", PAGE],
    ["https://BLOG.EXAMPLE", "https://blog.example/"],
    // The root's dot.
    ["https://blog.example./a-page", PAGE],
    ["https://blog.example.:8443/a-page", "https://blog.example:8443/a-page"],
    // An empty path, and dots in one.
    ["https://blog.example", "https://blog.example/"],
    ["https://blog.example?q=1", "https://blog.example/?q=1"],
    ["https://blog.example/b/../a-page", PAGE],
    ["https://blog.example/./a-page", PAGE],
    ["https://blog.example/b/%2e%2e/a-page", PAGE],
    ["https://blog.example\\a-page", PAGE],
    // Default ports are removed, other allowed ports stay.
    ["https://blog.example:443/a-page", PAGE],
    ["http://blog.example:80/a-page", PAGE],
    ["https://blog.example:8443/a-page", "https://blog.example:8443/a-page"],
    ["http://blog.example:8080/a-page", "https://blog.example:8080/a-page"],
    ["https://blog.example:/a-page", PAGE],
    // Fragments are removed.
    [`${PAGE}#top`, PAGE],
    [`${PAGE}#`, PAGE],
    [`${PAGE}?q=1#q=2`, `${PAGE}?q=1`],
    [`${PAGE}#:~:text=some%20words`, PAGE],
    [`${PAGE}#a/b`, PAGE],
    [`${PAGE}#?route=/a`, PAGE],
    [`${PAGE}#%2Fdocs`, PAGE],
    // Except those of an application's routes.
    ["https://app.example/#/docs/a", "https://app.example/#/docs/a"],
    ["https://app.example/#!/docs/a", "https://app.example/#!/docs/a"],
    ["http://app.example/#!docs", "https://app.example/#!docs"],
    [`${PAGE}?utm_source=x#/an/app?route=1`, `${PAGE}#/an/app?route=1`],
    ["https://app.example/#/docs#part", "https://app.example/#/docs#part"],
    ["https://app.example/#/%7edocs/%e3%81%82", "https://app.example/#/~docs/%E3%81%82"],
    ["https://app.example/#/docs:~:text=owls", "https://app.example/#/docs"],
    // Encodings are normalized (RFC 3986, 6.2.2): the case of their digits, and unreserved characters.
    [`${PAGE}?q=a+b`, `${PAGE}?q=a+b`],
    [`${PAGE}?q=a%20b`, `${PAGE}?q=a%20b`],
    [`${PAGE}?q=%e3%81%82`, `${PAGE}?q=%E3%81%82`],
    [`${PAGE}?q=%E3%81%82`, `${PAGE}?q=%E3%81%82`],
    ["https://blog.example/caf%C3%A9", "https://blog.example/caf%C3%A9"],
    ["https://blog.example/caf%c3%a9", "https://blog.example/caf%C3%A9"],
    ["https://blog.example/%7Eada/%41%2d%5f%2E%30", "https://blog.example/~ada/A-_.0"],
    ["https://blog.example/a%2Fb", "https://blog.example/a%2Fb"],
    ["https://blog.example/a%2fb%3f%23", "https://blog.example/a%2Fb%3F%23"],
    ["https://blog.example/%2541", "https://blog.example/%2541"],
    ["https://blog.example/%4%zz", "https://blog.example/%4%zz"],
    ["https://blog.example/b/.%2e/a-page", PAGE],
    [`${PAGE}?q=%27%21%2a`, `${PAGE}?q=%27%21%2A`],
    [`${PAGE}?q=100%`, `${PAGE}?q=100%`],
    [`${PAGE}?q=a%26b=c`, `${PAGE}?q=a%26b=c`],
    // Characters without an encoding get one.
    ["https://blog.example/日記", "https://blog.example/%E6%97%A5%E8%A8%98"],
    [`${PAGE}?q=猫`, `${PAGE}?q=%E7%8C%AB`],
    ["https://blog.example/a page", "https://blog.example/a%20page"],
    [`${PAGE}?q=a b`, `${PAGE}?q=a%20b`],
    // Order, repetition, and parameters without a value stay.
    [`${PAGE}?b=2&a=1`, `${PAGE}?b=2&a=1`],
    [`${PAGE}?a=1&a=2&a=1`, `${PAGE}?a=1&a=2&a=1`],
    [`${PAGE}?flag`, `${PAGE}?flag`],
    [`${PAGE}?flag=`, `${PAGE}?flag=`],
    [`${PAGE}?=1`, `${PAGE}?=1`],
    [`${PAGE}?a=1;b=2`, `${PAGE}?a=1;b=2`],
    [`${PAGE}?a=b=c`, `${PAGE}?a=b=c`],
    [`${PAGE}?next=https://blog.example/?utm_source=x`, `${PAGE}?next=https://blog.example/?utm_source=x`],
    // An empty query is removed.
    [`${PAGE}?`, PAGE],
    [`${PAGE}?#top`, PAGE],
    [`${PAGE}?&&`, PAGE],
    // International names.
    ["https://例え.example/", "https://xn--r8jz45g.example/"],
    ["https://xn--r8jz45g.example/", "https://xn--r8jz45g.example/"],
    ["https://BÜCHER.example/", "https://xn--bcher-kva.example/"],
    ["https://ｂｌｏｇ．ｅｘａｍｐｌｅ/a-page", PAGE],
    ["https://blog。example/a-page", PAGE],
    // Public addresses.
    ["https://93.184.215.14/", "https://93.184.215.14/"],
    ["https://0x5db8d70e/", "https://93.184.215.14/"],
    ["https://[2606:4700:0:0:0:0:0:1111]/", "https://[2606:4700::1111]/"],
  ])("of %s is %s", (text, canonicalUrl) => {
    expect(parsePageUrl(text)).toEqual({ ok: true, canonicalUrl });
  });

  it.each([
    ..."utm_source utm_medium utm_campaign utm_anything utm%5Fsource %67clid UTM_Source mtm_campaign pk_kwd".split(" "),
    ..."gclid GCLID dclid gbraid wbraid srsltid fbclid msclkid yclid twclid ttclid li_fat_id igsh igshid".split(" "),
    ..."mc_cid mc_eid _hsenc _hsmi hsCtaTracking mkt_tok vero_id _ga _gl".split(" "),
  ])("has no parameter %s, at any place", (name) => {
    for (const query of [
      `${name}=x`,
      name,
      `${name}=`,
      `${name}=a=b`,
      `${name}=x&q=1`,
      `q=1&${name}=x`,
      `q=1&${name}=x&${name}=y`,
      `${name}=x&q=1&${name}=y`,
    ]) {
      const kept = query.includes("q=1") ? `${PAGE}?q=1` : PAGE;
      expect({ query, ...parsePageUrl(`${PAGE}?${query}`) }).toEqual({ query, ok: true, canonicalUrl: kept });
    }
  });

  it.each([..."utm utmost xutm_source source ref id v p page pk ga gclid2 si t".split(" ")])(
    "keeps a parameter %s, which may select the page",
    (name) => {
      expect(parsePageUrl(`${PAGE}?${name}=1`)).toEqual({ ok: true, canonicalUrl: `${PAGE}?${name}=1` });
    },
  );

  it("keeps a question mark with which the query itself begins", () => {
    for (const query of ["?", "?q=1", "?&q=1"]) {
      expect(parsePageUrl(`${PAGE}?${query}`)).toEqual({ ok: true, canonicalUrl: `${PAGE}?${query}` });
      expect(parsePageUrl(`${PAGE}?gclid=x&${query}`)).toEqual({ ok: true, canonicalUrl: `${PAGE}?${query}` });
    }
  });

  it("accepts at most 2,048 characters, counted as they were sent", () => {
    const longest = `${PAGE}?${"x".repeat(2_048 - PAGE.length - 1)}`;
    expect(parsePageUrl(longest)).toEqual({ ok: true, canonicalUrl: longest });
    expect(parsePageUrl(`  ${longest}  `)).toEqual({ ok: true, canonicalUrl: longest });
    expect(parsePageUrl(`${longest}x`)).toMatchObject({ ok: false, code: "invalid_url" });
  });
});

describe("a text that is no page's address", () => {
  it.each([
    ["", "invalid_url"],
    ["   ", "invalid_url"],
    ["blog.example/a-page", "invalid_url"],
    ["//blog.example/a-page", "invalid_url"],
    ["/a-page", "invalid_url"],
    ["https://", "invalid_url"],
    ["https:///", "invalid_url"],
    ["https://blog example/", "invalid_url"],
    ["https://blog.example:99999/", "invalid_url"],
    ["https://[::1", "invalid_url"],
    // Credentials in an address are neither sent to the site nor stored.
    ["https://alice@blog.example/", "invalid_url"],
    ["https://alice:hush@blog.example/", "invalid_url"],
    ["https://:hush@blog.example/", "invalid_url"],
    ["https://blog.example@evil.example/", "invalid_url"],
    ["ftp://blog.example/a-page", "unsupported_scheme"],
    ["file:///etc/passwd", "unsupported_scheme"],
    ["javascript:alert(1)", "unsupported_scheme"],
    ["JavaScript:alert(1)", "unsupported_scheme"],
    ["java\nscript:alert(1)", "unsupported_scheme"],
    ["data:text/html,hello", "unsupported_scheme"],
    ["mailto:alice@blog.example", "unsupported_scheme"],
    ["about:blank", "unsupported_scheme"],
    ["blob:https://blog.example/1", "unsupported_scheme"],
    ["https://blog.example:22/", "blocked_address"],
    ["https://blog.example:6379/", "blocked_address"],
    ["http://blog.example:443/", "blocked_address"],
    ["https://blog.example:80/", "blocked_address"],
    ["http://localhost/", "blocked_address"],
    ["http://localhost./", "blocked_address"],
    ["http://LOCALHOST:8080/", "blocked_address"],
    ["http://printer/", "blocked_address"],
    ["http://printer.local/", "blocked_address"],
    ["http://db.internal/", "blocked_address"],
    ["http://127.0.0.1/", "blocked_address"],
  ])("is rejected: %j is %s", (text, code) => {
    expect(parsePageUrl(text)).toEqual({ ok: false, code, detail: expect.stringMatching(/\.$/) });
  });

  it("is every address inside a private network", () => {
    const kept = hostileUrls.filter(({ url }) => parsePageUrl(url).ok);
    expect(kept).toEqual([]);
  });

  it("is never repeated in the rejection", () => {
    for (const text of ["https://alice:hush@blog.example/hush", "hush", "ftp://hush.example/", "http://hush/"]) {
      expect(JSON.stringify(parsePageUrl(text))).not.toContain("hush");
    }
  });
});

describe("for any address", () => {
  const parameter = fc.oneof(
    fc.constantFrom("utm_source=x", "gclid=1", "_ga=2", "q=1", "q", "", "=", "%", "a=b=c", "é=ü", "a b", "'", '"', "?"),
    fc.string({ unit: "grapheme", maxLength: 8 }).map((text) => text.replaceAll("#", "")),
  );
  const address = fc
    .record({
      scheme: fc.constantFrom("https://", "HTTP://", "https:/", "https:\\\\"),
      host: fc.constantFrom("blog.example", "BLOG.Example", "例え.example", "93.184.215.14", "blog.example:443"),
      path: fc.array(fc.oneof(fc.constantFrom("..", ".", "", "%2e"), fc.string({ unit: "grapheme", maxLength: 6 }))),
      query: fc.option(fc.array(parameter, { maxLength: 6 })),
      fragment: fc.option(fc.string({ unit: "grapheme", maxLength: 6 })),
    })
    .map(
      ({ scheme, host, path, query, fragment }) =>
        `${scheme}${host}/${path.join("/")}${query === null ? "" : `?${query.join("&")}`}${fragment === null ? "" : `#${fragment}`}`,
    );

  it("the canonical form is its own", () => {
    fc.assert(
      fc.property(address, (text) => {
        const page = parsePageUrl(text);
        if (page.ok && page.canonicalUrl.length <= 2_048) expect(parsePageUrl(page.canonicalUrl)).toEqual(page);
      }),
      runs(2_000),
    );
  });

  it("a tracking parameter at any place in the query changes nothing", () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,4}=[a-z0-9%+.~-]{0,5}$/), { maxLength: 5 });
    fc.assert(
      fc.property(words, fc.nat(5), fc.constantFrom("utm_source=x", "GCLID=1", "fbclid"), (query, place, tracking) => {
        const tracked = query.toSpliced(place, 0, tracking).join("&");
        expect(parsePageUrl(`${PAGE}?${tracked}`)).toEqual(parsePageUrl(`${PAGE}?${query.join("&")}`));
      }),
    );
  });

  it("the outcome is typed, for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const page = parsePageUrl(text);
        if (page.ok) expect(page.canonicalUrl).toMatch(/^https:\/\//);
        else expect(["invalid_url", "unsupported_scheme", "blocked_address"]).toContain(page.code);
      }),
    );
  });
});
