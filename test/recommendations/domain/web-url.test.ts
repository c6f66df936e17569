import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addressBlock,
  duplicateKey,
  isSameSite,
  publicWebUrl,
  webUrl,
  wellKnownSite,
  wellKnownUrl,
} from "../../../lambdas/recommendations/domain/web-url.ts";

describe("duplicateKey", () => {
  it.each([
    ["https://a.example/", "http://www.a.example/?q=1#h"],
    ["https://a.example/path", "https://www.a.example/path/?q"],
    ["https://a.example", "https://a.example/"],
    ["https://a.example/", "https://a.example:8443/"],
    ["https://a.example:8443/", "http://a.example:8080/"],
    ["https://a.example:443/", "http://a.example:80/"],
    ["https://a.example/", "https://reader:secret@a.example/"],
    ["https://A.EXAMPLE/", "https://a.example/"],
    ["https://a.example./", "https://a.example/"],
    ["https://WWW.a.example/", "https://a.example/"],
    ["https://a.example/x/../path", "https://a.example/path"],
    ["https://a.example/./path/.", "https://a.example/path"],
    ["https://a.example/%2e%2e/path", "https://a.example/path"],
    ["https://bücher.example/", "https://xn--bcher-kva.example/"],
    ["https://BÜCHER.example/", "https://bücher.example"],
    ["https://ａ.example/", "https://a.example/"],
    ["https://a.example/日本", "https://a.example/%E6%97%A5%E6%9C%AC"],
    ["https://a.example/it's", "https://www.a.example/it's/"],
    ["https://a.example\\path", "https://a.example/path"],
    ["https://a.example/?", "https://a.example/#"],
    ["http://127.0.0.1/", "http://2130706433/"],
    ["https://[::1]/", "https://[0:0:0:0:0:0:0:1]/"],
    [" https://a.example/\n", "https://a.example/"],
  ])("is the same for %j and %j", (one, other) => {
    expect(duplicateKey(one)).toBe(duplicateKey(other));
  });

  it.each([
    ["https://a.example/", "https://a.example/path-1"],
    ["https://a.example/Path", "https://a.example/path"],
    ["https://blog.a.example/", "https://a.example/"],
    ["https://myexample.test/", "https://mywww.example.test/"],
    ["https://www.www.a.example/", "https://a.example/"],
    ["https://www1.a.example/", "https://a.example/"],
    ["https://a.example/path//", "https://a.example/path"],
    ["https://a.example//", "https://a.example/"],
    ["https://a.example/it's", "https://a.example/its"],
    ["https://a.example/www.b.example", "https://a.example/b.example"],
    ["https://a.example/one", "https://a.example/one/two"],
    ["https://a.example/index.html", "https://a.example/"],
    ["https://a.exam/ple", "https://a.example/"],
    ["https://a.example/%2Fpath", "https://a.example/path"],
    ["https://a.example/", "https://a.test/"],
  ])("differs for %j and %j", (one, other) => {
    expect(duplicateKey(one)).not.toBe(duplicateKey(other));
  });

  it("keeps a host that would otherwise be empty", () => {
    expect(duplicateKey("https://www./")).toBe("www");
  });

  it("ignores scheme, www, port, credentials, query, fragment and one slash at the end", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("a.example", "blog.a.example", "mywww.example", "xn--bcher-kva.example"),
        fc
          .array(fc.constantFrom("a", "B", "www.", "it's", "%2F", "日本", "x:8443"))
          .map((path) => path.map((segment) => `/${segment}`).join("")),
        fc.constantFrom("http://", "https://"),
        fc.constantFrom("", "www."),
        fc.constantFrom("", ":8080", ":8443"),
        fc.constantFrom("", "?q=1", "#h", "?q=/#/"),
        fc.constantFrom("", "/"),
        (host, path, scheme, www, port, rest, slash) => {
          expect(duplicateKey(`${scheme}${www}${host}${port}${path}${slash}${rest}`)).toBe(
            duplicateKey(`https://${host}${path}`),
          );
        },
      ),
    );
  });
});

describe("the requested site", () => {
  it.each([
    ["https://a.example/x", "https://a.example/y?z"],
    ["http://a.example/", "https://a.example/"],
    ["http://a.example/", "http://a.example/y"],
    ["https://a.example/", "https://www.a.example/"],
    ["https://www.a.example/", "https://a.example/"],
    ["https://a.example./", "https://a.example/"],
    ["https://a.example:8443/", "https://a.example:8443/y"],
  ])("%s may answer as %s", (requested, answered) => {
    expect(isSameSite(new URL(requested), new URL(answered))).toBe(true);
  });

  it.each([
    ["https://a.example/", "https://b.example/"],
    ["https://a.example/", "https://blog.a.example/"],
    ["https://blog.a.example/", "https://a.example/"],
    ["https://www.www.a.example/", "https://a.example/"],
    ["https://a.www.example/", "https://a.example/"],
    ["https://a.example/", "http://a.example/"],
    ["https://a.example/", "https://a.example:8443/"],
    ["http://a.example:8080/", "https://a.example/"],
    ["https://a.example/", "https://a.example.b.example/"],
  ])("%s may not answer as %s", (requested, answered) => {
    expect(isSameSite(new URL(requested), new URL(answered))).toBe(false);
  });
});

describe("wellKnownSite", () => {
  it.each([
    ["https://a.example/.well-known/recommendations.json", "https://a.example/"],
    ["https://a.example:8443/.well-known/recommendations.json", "https://a.example:8443/"],
    ["https://a.example/blog/.well-known/recommendations.json", "https://a.example/blog"],
    ["http://a.example/b/c/.well-known/recommendations.json?x=1#y", "http://a.example/b/c"],
    ["https://a.example//.well-known/recommendations.json", "https://a.example/"],
    ["https://a.example/x/../.well-known/recommendations.json", "https://a.example/"],
  ])("of %s is %s", (source, site) => {
    const url = new URL(source);
    expect(wellKnownSite(url)?.href).toBe(site);
    expect(url.href).toBe(new URL(source).href);
  });

  it.each([
    ["https://a.example/"],
    ["https://a.example/recommendations.json"],
    ["https://a.example/.well-known/recommendations.json/"],
    ["https://a.example/.well-known/recommendations.json.html"],
    ["https://a.example/.well-known/Recommendations.json"],
    ["https://a.example/x.well-known/recommendations.json"],
    ["https://a.example/?/.well-known/recommendations.json"],
    ["https://a.example/#/.well-known/recommendations.json"],
  ])("is null for %s", (source) => {
    expect(wellKnownSite(new URL(source))).toBeNull();
  });
});

it.each(["https://alice.example", "https://alice.example/"])("the list of %s is at the root of its host", (site) => {
  expect(wellKnownUrl(site)).toBe("https://alice.example/.well-known/recommendations.json");
});

it.each([
  ["192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:0DB8:0001:0002::6", "2001:db8:1:2"],
  ["2001:db8::6", "2001:db8:0:0"],
  ["2001:db8::1:0:0:6", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
  ["1:2:3:4:5:6:7::", "1:2:3:4"],
  ["::", "0:0:0:0"],
  ["::ffff:192.0.2.7", "0:0:0:0:0:ffff:c000:207"],
  ["::ffff:c000:208", "0:0:0:0:0:ffff:c000:208"],
  ["1::ffff:c000:208", "1:0:0:0"],
  ["0:0:0:0:1:ffff:c000:208", "0:0:0:0"],
  ["0:0:0:0:0:fffe:c000:208", "0:0:0:0"],
  ["fe80::1%eth0", "fe80::1%eth0"],
  ["not an address", "not an address"],
  ["", ""],
])("the block of the address %s is %s", (address, block) => {
  expect(addressBlock(address)).toBe(block);
});

describe("a web address", () => {
  const path = "x".repeat(2_000 - "https://a.example/".length);

  it.each([
    ["https://A.example", "https://a.example/"],
    ["https://a.example.:8443/p", "https://a.example:8443/p"],
    ["https://a.example../", null],
    ["https://a..example/", null],
    [`https://${"x".repeat(64)}.example/`, null],
    [`https://${"x.".repeat(124)}example/`, null],
    ["http://a.example/p?q=1#h", "http://a.example/p?q=1#h"],
    [`https://a.example/${path}`, `https://a.example/${path}`],
    [`https://a.example/${path}x`, null],
    ["a.example", null],
    ["", null],
    ["javascript:alert(1)", null],
    ["ftp://a.example/", null],
  ])("of %j is %j", (text, address) => {
    expect([webUrl(text), publicWebUrl(text)]).toEqual([address, address]);
  });

  it.each(["https://reader@a.example/", "https://:secret@a.example/", "https://reader:secret@a.example/"])(
    "with a name or password is not public: %s",
    (text) => {
      expect([webUrl(text), publicWebUrl(text)]).toEqual([text, null]);
    },
  );
});
