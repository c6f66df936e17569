import { execFileSync } from "node:child_process";
import { join, relative } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { canonicalHost, isHost } from "../../../lambdas/shared/outbound/canonical-host.ts";
import { parseAllowedUrl } from "../../../lambdas/shared/outbound/outbound-guard.ts";

const label63 = "x".repeat(63);
const name253 = `${label63}.${label63}.${label63}.${"x".repeat(61)}`;

describe("the canonical host", () => {
  it.each([
    ["https://Blog.Example:8443/a?b#c", "blog.example"],
    ["https://blog.example./", "blog.example"],
    ["https://blog。example。/", "blog.example"],
    ["https://bücher.example/", "xn--bcher-kva.example"],
    ["https://a_b.example/", "a_b.example"],
    ["https://-a-.example/", "-a-.example"],
    [`https://${name253}./`, name253],
    ["https://0x5db8d70e./", "93.184.215.14"],
    ["https://[2001:DB8::0:1]/", "2001:db8::1"],
  ])("of %s is %s", (url, host) => {
    expect(canonicalHost(new URL(url))).toBe(host);
    expect(isHost(host)).toBe(true);
  });

  it.each([
    "evil.example..",
    "evil..example",
    ".evil.example",
    ".",
    `x${label63}.example`,
    `x${name253}`,
    "a$b.example",
    "a,b.example",
    "*.example",
    "93.184.215.14..",
  ])("is none for %s, which no resolver accepts", (name) => {
    const url = new URL(`https://${name}/`);
    expect(isHost(canonicalHost(url))).toBe(false);
    expect(() => parseAllowedUrl(url)).toThrow("host of");
  });

  it("replaces every spelling of a host in an address that may be fetched", () => {
    expect(parseAllowedUrl("https://Blog.example.:8443/a?b#c").href).toBe("https://blog.example:8443/a?b#c");
    expect(parseAllowedUrl("https://[2606:4700:0::1]/").href).toBe("https://[2606:4700::1]/");
  });
});

/**
 * The code that reads a host from an address by itself, and why another spelling of the host makes no difference there. All
 * other code calls `canonicalHost`.
 */
const OWN_READERS: Readonly<Record<string, string>> = {
  "lambdas/shared/outbound/canonical-host.ts": "It makes the canonical form.",
  "lambdas/shared/outbound/exchange.ts": "The header Host has the port. The host of an allowed address is canonical.",
  "lambdas/bookmarks/domain/page-check.ts": "Of a page and where it led: another spelling is read with its title.",
  "lambdas/bookmarks/fetch/follow-pages.ts": "Of one page and its next one: another spelling only ends the article.",
  "lambdas/bookmarks/readers/main-frame.ts": "Of a page and its frame: another spelling is another host.",
  "lambdas/bookmarks/readers/next-page.ts": "Of one page and its next one: another spelling only ends the article.",
  "lambdas/recommendations/domain/own-site.ts": "The site is configured, and another spelling is refused.",
  "lambdas/shared/search/site.ts":
    "It runs in browsers too, which have no resolver's rules. Both sides of its comparison are in its form.",
  "lambdas/slides/deck-url.ts": "Another spelling than the provider's own is refused.",
  "lambdas/slides/readers/deck-metadata.ts": "Another spelling than the provider's own is refused.",
  "lambdas/slides/readers/docswell.ts": "Another spelling than the provider's own is refused.",
  "lambdas/slides/readers/speakerdeck.ts": "Another spelling than the provider's own is refused.",
};

/** The project's own module that a file imports. */
const ownModule = (name: string, from: string) =>
  name.startsWith(".") ? { resolvedFileName: join(from, "..", name), extension: ".ts" } : undefined;

it("is the only form of a host that the functions store, compare and list", () => {
  const root = join(import.meta.dirname, "../../..");
  const files = execFileSync("git", ["ls-files", "lambdas/**/*.ts"], { cwd: root, encoding: "utf8" })
    .trim()
    .split("\n");
  const own = files.filter((file) => !/^lambdas\/(?:recommendations\/embed|site\/docs)\//.test(file));
  const config = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile).config;
  const { options: whole } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  // The types of packages, which no URL comes from, would take most of the time.
  const options = { ...whole, types: [], lib: ["lib.es2024.d.ts", "lib.dom.d.ts"] };
  const host = ts.createCompilerHost(options);
  host.resolveModuleNameLiterals = (names, from) =>
    names.map(({ text }) => ({ resolvedModule: ownModule(text, from) }));
  const paths = own.map((file) => join(root, file));
  const program = ts.createProgram(paths, options, host);
  const checker = program.getTypeChecker();
  const readers = new Set<string>();
  const isUrl = (node: ts.Node) => checker.getNonNullableType(checker.getTypeAtLocation(node)).symbol?.name === "URL";
  for (const path of paths) {
    const visit = (node: ts.Node): void => {
      const reads =
        (ts.isPropertyAccessExpression(node) && /^host(?:name)?$/.test(node.name.text) && isUrl(node.expression)) ||
        (ts.isBindingElement(node) &&
          /^host(?:name)?$/.test((node.propertyName ?? node.name).getText()) &&
          isUrl(node.parent));
      if (reads) readers.add(relative(root, path));
      ts.forEachChild(node, visit);
    };
    const source = program.getSourceFile(path);
    if (source !== undefined) visit(source);
  }
  expect(
    [...readers].filter((file) => !(file in OWN_READERS)),
    "These read a host of a URL. Call canonicalHost in each, or add it with a reason to OWN_READERS here",
  ).toEqual([]);
  expect(
    Object.keys(OWN_READERS).filter((file) => !readers.has(file)),
    "These read no host of a URL. Take each out of OWN_READERS here",
  ).toEqual([]);
});
