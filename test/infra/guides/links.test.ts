import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { anchorOf } from "../../../lib/bundling/guide-page.ts";
import { documents, marked, ROOT, read, sources } from "./documents.ts";

const headings = new Map<string, ReadonlySet<string>>();

/** The anchors of a document's headings, as GitHub and the runbook's page of the site form them. */
function anchorsOf(path: string): ReadonlySet<string> {
  const known = headings.get(path);
  if (known !== undefined) return known;
  const found = new Set([...read(path).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => anchorOf(heading)));
  headings.set(path, found);
  return found;
}

/** Whether a file exists, with a heading of this anchor if one is named. */
function exists(path: string, anchor: string | undefined): boolean {
  return existsSync(join(ROOT, path)) && (!anchor || anchorsOf(path).has(anchor));
}

it.each(documents)("$path links to files and headings that exist", ({ path, prose }) => {
  const links = [...prose.matchAll(/\] ?\(([^)\s]+)\)/g)].filter(([, to = ""]) => !/^(?:https?|mailto):/.test(to));
  const broken = links.filter(([link, to = ""]) => {
    const [file = "", anchor] = to.split("#");
    return link.startsWith("] (") || !exists(file === "" ? path : join(dirname(path), file), anchor);
  });
  const named = broken.map(([link]) => link);
  expect(named, "No file or heading has the name: correct each link").toEqual([]);
});

it("leads from README.md to every document", () => {
  const readme = documents.find(({ path }) => path === "README.md");
  const linked = [...(readme?.prose.matchAll(/\]\(([^)#\s]+)/g) ?? [])].map(([, path = ""]) => path);
  const led = documents.map(({ path }) => path).filter((path) => !["README.md", "CHANGELOG.md"].includes(path));
  const isLinked = (file: string) =>
    linked.some((path) => file === path || (path.endsWith("/") && file.startsWith(path)));
  expect(
    led.filter((file) => !isLinked(file)),
    "Add a link to each to the end of README.md",
  ).toEqual([]);
});

it("cites no decision with a number that docs/decisions lacks", () => {
  const numbers = new Set(readdirSync(join(ROOT, "docs/decisions")).map((file) => Number(file.slice(0, 4))));
  const spokenOf = [...sources, ...documents.map(({ path }) => path).filter((path) => path !== "CHANGELOG.md")].flatMap(
    (path) => [...read(path).matchAll(/\bdecisions?\s+(\d+)/gi)].map(([, number]) => [path, Number(number)] as const),
  );
  expect(spokenOf.length).toBeGreaterThan(20);
  expect(spokenOf.filter(([, number]) => !numbers.has(number))).toEqual([]);
});

it("links to a decision by its number", () => {
  const links = documents.flatMap(({ prose }) => [...prose.matchAll(/\[decision (\d+)\]\((?:[^)]*\/)?(\d+)-/g)]);
  expect(links.length).toBeGreaterThan(0);
  expect(links.filter(([, number, file]) => Number(number) !== Number(file))).toEqual([]);
});

it("names documents and their headings in the sources that exist", () => {
  const named = sources.flatMap((source) =>
    [...read(source).matchAll(/\bdocs\/[\w/-]+\.md(?:#([a-z\d-]+)(?![a-z\d$-]))?/g)].map(
      ([text, anchor]) => [source, text, text.split("#")[0] ?? "", anchor] as const,
    ),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(([, , file, anchor]) => !exists(file, anchor)).map(([source, text]) => [source, text])).toEqual(
    [],
  );
});

/** Paths that are made by a build, or are those of the site. */
const ELSEWHERE = new Set(["client/dist/index.js", "docs/config.json"]);

it("names files of the project that exist", () => {
  const paths = marked.filter(([, text]) =>
    /^(?:bin|lib|lambdas|client|console|test|docs)\/[\w./-]*(?:\.\w+|\/)$/.test(text),
  );
  expect(paths.length).toBeGreaterThan(100);
  expect(paths.filter(([, path]) => !ELSEWHERE.has(path) && !existsSync(join(ROOT, path)))).toEqual([]);
});
