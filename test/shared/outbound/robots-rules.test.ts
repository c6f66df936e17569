import { describe, expect, it } from "vitest";
import { isAllowedByRobots } from "../../../lambdas/shared/outbound/robots-rules.ts";

const AGENT = "Magpie/1 (about us)";
const requested = (text: string, path: string) => isAllowedByRobots(text, path, AGENT);
const everybody = (...lines: string[]) => ["User-agent: *", ...lines].join("\n");

describe("isAllowedByRobots", () => {
  // The examples of RFC 9309, 2.2.2 and 2.2.3, and of Google's documentation on precedence.
  it.each([
    ["/", "/any", false],
    ["/fish", "/fish.html", false],
    ["/fish", "/Fish.asp", true],
    ["/fish*", "/fishheads/yummy.html", false],
    ["/fish/", "/fish", true],
    ["/*.php", "/folder/filename.php?parameters", false],
    ["/*.php", "/windows.PHP", true],
    ["/*.php$", "/folder/filename.php", false],
    ["/*.php$", "/filename.php?parameters", true],
    ["/*.php$", "/filename.php/", true],
    ["/fish*.php", "/fishheads/catfish.php?parameters", false],
    ["/a*b*c$", "/abcbc", false],
    ["/a*b*c$", "/acb", true],
    ["/a*a$", "/a", true],
    ["/$", "/", false],
    ["/$", "/page", true],
    ["/foo/bar?baz=https://foo.bar", "/foo/bar?baz=https://foo.bar", false],
    ["/ツ", "/%E3%83%84", false],
    ["/%e3%83%84", "/%E3%83%84", false],
    ["", "/any", true],
    ["/%e3", "/%e4", true],
    ["/a*x*b", "/ab", true],
    ["/a*b$", "/ab", false],
    ["/a*a", "/a", true],
    ["/a*a", "/aa", false],
    ["/*ab*b", "/ab", true],
    ["/*ab*b", "/abb", false],
    ["/\ud800", "/", true],
    // The same path with other characters escaped: by hand in the file, by the URL parser in the address.
    ["/%7Ejoe/", "/~joe/", false],
    ["/~joe/", "/%7Ejoe/", false],
    ["/%62%61r", "/bar", false],
    ["/bar", "/%62%61r", false],
    ["/*filter[", "/list?filter[colour]=red", false],
    ["/*filter%5B", "/list?filter[colour]=red", false],
    ["/*|print", "/page|print", false],
    ["/*?id={", "/page?id={1}", false],
    ["/a%2Fb", "/a/b", true],
    ["/100%", "/100%", false],
  ])("with %j forbidden, decides whether %j is allowed: %s", (pattern, path, isAllowed) => {
    expect(requested(everybody(`Disallow: ${pattern}`), path)).toBe(isAllowed);
  });

  it.each([
    ["the longest rule", everybody("Allow: /p", "Disallow: /"), "/page", true],
    ["the longest rule, which forbids", everybody("Allow: /", "Disallow: /p"), "/page", false],
    [
      "the allowing rule, of two with the same length",
      everybody("Disallow: /folder", "Allow: /folder"),
      "/folder/page",
      true,
    ],
    ["a pattern's length with its stars", everybody("Allow: /page", "Disallow: /*.htm"), "/page.htm", false],
    ["the end of a path, which counts", everybody("Allow: /$", "Disallow: /"), "/", true],
    ["all groups of a name", `${everybody("Disallow: /a")}\n\n${everybody("Disallow: /b")}`, "/a", false],
    [
      "our own group, even if it allows everything",
      `User-agent: magpie\nDisallow:\n${everybody("Disallow: /")}`,
      "/a",
      true,
    ],
    ["a group of several names", "User-agent: x\nUser-agent: Magpie\nUser-agent: y\nDisallow: /", "/a", false],
    ["no group without a rule", `User-agent: magpie\nSitemap: /x\n${everybody("Disallow: /")}`, "/a", false],
    ["no rule before any group", "Disallow: /", "/a", true],
    ["no comment", everybody("Disallow: /a # not here"), "/a", false],
    ["no line without a colon", everybody("Disallow /"), "/a", true],
    ["the allowing rule, which comes first", everybody("Allow: /folder", "Disallow: /folder"), "/folder", true],
    ["a robot with our initial", "User-agent: mozilla\nDisallow: /", "/a", true],
    ["a line without a colon", everybody("Allow: /x", "User-agent*", "Disallow: /"), "/a", false],
    ["another robot alone", "User-agent: other\nDisallow: /", "/a", true],
    ["a name in capitals, with a version", "USER-AGENT : MAGPIE / 2\nDISALLOW : /", "/a", false],
    ["our name with words after it", "User-agent: Magpie bot (+https://bot.example/)\nDisallow: /", "/a", false],
    ["all robots, with words after the star", "User-agent: * all\nDisallow: /", "/a", false],
    ["a robot whose name begins like ours", "User-agent: magpie-news\nDisallow: /", "/a", true],
    ["a pattern of names", "User-agent: *bot\nDisallow: /", "/a", true],
    [
      "our rules after those of another robot",
      "User-agent: x\nDisallow: /a\nUser-agent: magpie\nDisallow: /b",
      "/a",
      true,
    ],
    ["our name after a comment", "User-agent: magpie # us\r\n# Disallow: /\rDisallow: /b", "/b", false],
    ["no commented rule", everybody("# Disallow: /", "Disallow: /b # and /a"), "/a", true],
  ])("selects the group for %s", (_what, text, path, isAllowed) => {
    expect(requested(text, path)).toBe(isAllowed);
  });
});
