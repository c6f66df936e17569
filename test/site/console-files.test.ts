import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { LANGUAGES } from "../../lambdas/shared/notices/languages.ts";
import { isHashed, objectsOf } from "../../lambdas/site/site-object.ts";
import { consoleFiles, consoleFolder, offlinePaths } from "./built-console.ts";

/** The most that the first load may have: bytes, compressed by gzip. */
const FIRST_LOAD = 70_000;

const files = consoleFiles();
const textOf = (file: string) => readFileSync(join(consoleFolder(), file), "utf8");
/** The files that the page refers to, by the attributes of its elements. */
const referred = (pattern: RegExp) => [...textOf("index.html").matchAll(pattern)].map(([, path = ""]) => path);
const [entry = ""] = referred(/<script type="module" src="\/app\/([^"]+)">/g);
const styles = referred(/<link rel="stylesheet" href="\/app\/([^"]+)"/g);
const preloads = referred(/<link rel="modulepreload" href="\/app\/([^"]+)"/g);

/** The texts of what is loaded first, in a language. */
function textsOf(language: string): string {
  const [file = "", ...others] = files.filter((each) => each.startsWith(`assets/texts-${language}-`));
  expect(others).toEqual([]);
  return file;
}

/** The scripts that a script imports statically, itself or through its imports. */
function imported(script: string, found = new Set<string>()): Set<string> {
  for (const [, name] of textOf(script).matchAll(/(?:\bfrom|\bimport) ?"\.\/([^"]+)"/g)) {
    const path = `assets/${name}`;
    if (!found.has(path)) imported(path, found.add(path));
  }
  return found;
}

describe("the console's files", () => {
  it("are named by their content in assets, and nowhere else, and kept accordingly", () => {
    expect(files.filter(isHashed)).toEqual(files.filter((file) => file.startsWith("assets/")));
    for (const file of files) {
      const [object] = objectsOf({ path: `app/${file}`, body: "" });
      expect(object?.cacheControl, file).toMatch(file.startsWith("assets/") ? /immutable$/ : /^no-cache$/);
    }
    expect(files.filter((file) => !/^(?:assets|icons)\//.test(file))).toEqual([
      "index.html",
      "licenses.txt",
      "manifest.webmanifest",
      "sw.js",
    ]);
  });

  it("are all known to the service worker", () => {
    const [list = "[]"] = /\["\/app\/[^\]]*\]/.exec(textOf("sw.js")) ?? [];
    expect((JSON.parse(list) as string[]).sort()).toEqual(offlinePaths());
  });

  it("name the page's icons and those of the manifest", () => {
    const { icons } = JSON.parse(textOf("manifest.webmanifest")) as { icons: { src: string }[] };
    const named = [
      ...icons.map(({ src }) => src.replace("/app/", "")),
      ...referred(/<link rel="[\w-]*icon"[^>]* href="\/app\/([^"]+)"/g),
    ];
    expect(named.length).toBeGreaterThan(1);
    expect(files).toEqual(expect.arrayContaining(named));
  });

  it("include the licence of each package in them", () => {
    expect(textOf("licenses.txt")).toMatch(/^preact \d+\.\d+\.\d+\n\nThe MIT License/m);
  });
});

describe("the console's page", () => {
  it("has all scripts fetched that it needs at once, and no others", () => {
    expect(isHashed(entry)).toBe(true);
    expect([...preloads].sort()).toEqual([...imported(entry)].sort());
    // Beside the entry, which only refers to it: a second file is a request more, and compresses worse.
    expect(preloads).toHaveLength(1);
  });

  it("has neither scripts nor styles in itself, which its content security policy would refuse", () => {
    expect(textOf("index.html")).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]* src=)/i);
  });

  it("loads the screen of bookmarks, with which the console opens, along with these scripts", () => {
    expect(files.filter((file) => /bookmarks-screen/.test(file))).toEqual([]);
  });

  it("has no Japanese texts in these scripts: both languages are on demand, in a file each", () => {
    // Names that are the same in both languages, such as a provider's own, have no hiragana.
    const japaneseIn = (file: string) => textOf(file).match(/[ぁ-ん]+/g)?.length ?? 0;
    expect([entry, ...preloads, textsOf("en")].filter((file) => japaneseIn(file) > 0)).toEqual([]);
    expect(japaneseIn(textsOf("ja"))).toBeGreaterThan(500);
  });

  it.each(LANGUAGES)(`loads at most ${FIRST_LOAD} bytes before it shows the bookmarks, language %s`, (language) => {
    const loaded = new Set([
      "index.html",
      ...styles,
      entry,
      ...preloads,
      textsOf(language),
      ...imported(textsOf(language)),
    ]);
    const sizes = [...loaded].map((file): [string, number] => [file, gzipSync(textOf(file), { level: 9 }).length]);
    const sum = sizes.reduce((total, [, size]) => total + size, 0);
    console.log(`first load of the console: ${sum} bytes (${sizes.map((size) => size.join(" ")).join(", ")})`);
    expect(sum).toBeLessThanOrEqual(FIRST_LOAD);
  });
});
