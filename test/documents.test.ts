import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, it } from "vitest";
import { anchorOf } from "../lib/runbook-page.ts";
import { magpie } from "./cli/command-line.ts";

const ROOT = resolve(import.meta.dirname, "..");
const FILES = execFileSync("git", ["ls-files"], { cwd: ROOT, encoding: "utf8" }).trim().split("\n");
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

/** What readers are meant to open: no test data. */
const DOCUMENTS = FILES.filter((file) => file.endsWith(".md") && !file.startsWith("test/"));
/** Those that say what is; the others say what was. */
const CURRENT = DOCUMENTS.filter((file) => file !== "CHANGELOG.md" && !file.startsWith("docs/decisions/"));
const SOURCES = FILES.filter(
  (file) => /\.(ts|tsx|js|c?js|mjs|jsx|json|css|html|grit|webmanifest)$/.test(file) && file !== "package-lock.json",
);

const FENCES = /^( *)```[\s\S]*?^\1```$/gm;

const prose = new Map(DOCUMENTS.map((file) => [file, read(file).replace(FENCES, "")]));
const proseOf = (file: string) => prose.get(file) ?? "";

/** The code spans of a document's prose, one line each. */
const spansOf = (file: string) =>
  Array.from(proseOf(file).matchAll(/`([^`]+)`/g), ([, span = ""]) => span.replace(/\s+/g, " "));

const anchors = new Map(
  DOCUMENTS.map((file) => [
    file,
    new Set(Array.from(proseOf(file).matchAll(/^#+ (.*)$/gm), ([, heading = ""]) => anchorOf(heading))),
  ]),
);

/** Whether a place exists. @param path from the root @param anchor of a heading there */
function exists(path: string, anchor: string | undefined): boolean {
  return anchor === undefined ? existsSync(join(ROOT, path)) : anchors.get(path)?.has(anchor) === true;
}

it.each(DOCUMENTS)("%s links only to existing files and headings", (file) => {
  const links = Array.from(proseOf(file).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g), ([, link = ""]) => link);
  const broken = links.filter((link) => {
    const [path = "", anchor] = link.split("#");
    return !exists(path === "" ? file : relative(ROOT, resolve(ROOT, dirname(file), path)), anchor);
  });
  expect(broken).toEqual([]);
});

it("README.md leads to every document", () => {
  const linked = Array.from(proseOf("README.md").matchAll(/\]\(([^)#\s]+)/g), ([, path = ""]) => path);
  const led = DOCUMENTS.filter((file) => file !== "README.md" && file !== "CHANGELOG.md");
  expect(
    led.filter((file) => !linked.some((path) => file === path || (path.endsWith("/") && file.startsWith(path)))),
  ).toEqual([]);
});

it("code refers only to existing documents and headings", () => {
  const reference = /\b((?:docs\/[\w/-]+|README|CONTRIBUTING)\.md)(?:#([\w-]+))?/g;
  const named = SOURCES.flatMap((file) =>
    Array.from(read(file).matchAll(reference), ([, path = "", anchor]) => ({ file, path, anchor })),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ path, anchor }) => !exists(path, anchor))).toEqual([]);
});

it.each(CURRENT)("%s names only existing files and folders", (file) => {
  const paths = spansOf(file).filter(
    (span) =>
      /^[\w.-]+(\/[\w.-]+)*\.(ts|tsx|md|json)$/.test(span) ||
      /^(lambdas|lib|client|console|test)\/[\w./-]*$/.test(span),
  );
  const missing = paths.filter((path) => {
    const bare = path.replace(/\/$/, "");
    return !FILES.some((each) => each === bare || each.startsWith(`${bare}/`) || each.endsWith(`/${bare}`));
  });
  // Made by commands; `client/dist` is what a page is served.
  const made = ["outputs.json", "items.json", "kept.json", "client/dist", "client/dist/index.js"];
  expect(missing.filter((path) => !made.includes(path))).toEqual([]);
});

/** Identifiers of AWS, of WordPress, and of the documents' own examples. */
const OTHERS = new Set([
  "CREATE_FAILED",
  "ERROR_CODE",
  "ERROR_MESSAGE",
  "ReadThrottleEvents",
  "WriteThrottleEvents",
  "FunctionExecutionErrors",
  "FunctionThrottles",
  "magpie_recommendations",
  "unfiltered_html",
]);
/** Codes that are made of a prefix and another code. */
const PREFIXES = ["webhook_", "status_"];

it.each(CURRENT)("%s names only fields, codes, variables and functions that the code has", (file) => {
  const words = spansOf(file).flatMap((span) => span.match(/[A-Za-z]\w*/g) ?? []);
  const identifiers = words.filter((word) => /[a-z\d]_[a-z\d]|[A-Z]_[A-Z]|[a-z][A-Z]/.test(word));
  const missing = identifiers.filter((name) => {
    const bare = PREFIXES.reduce((rest, prefix) => rest.replace(new RegExp(`^${prefix}`), ""), name);
    return !OTHERS.has(name) && !sources.includes(bare);
  });
  expect(missing).toEqual([]);
});

const sources = SOURCES.map(read).join("\n");

it.each(CURRENT)("%s names only npm scripts that exist", (file) => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: object };
  const named = Array.from(
    read(file).matchAll(/\bnpm (?:(start|test)|run (?:-s )?([a-z-]+))/g),
    (match) => match[1] ?? match[2],
  );
  expect(named.filter((name) => !(String(name) in scripts))).toEqual([]);
});

/** Each command as the documents write it: in blocks by npm, in prose by its name. */
const commandsOf = (file: string) =>
  new Set([
    ...Array.from(read(file).matchAll(/npm run -s magpie -- ([a-z][^\n`#|)]*)/g), ([, args = ""]) => args),
    ...spansOf(file).flatMap((span) => /^magpie (?!ready)([a-z].*)$/.exec(span)?.[1] ?? []),
  ]);

it.each(CURRENT)("%s names only commands and options of the command line that exist", async (file) => {
  for (const command of commandsOf(file)) {
    const words = command.trim().split(/\s+/);
    const help = await helpOf(words);
    // A group of commands is none.
    expect(usageOf(help), command).toMatch(/^(?!.*\[command\])./);
    for (const option of words.filter((word) => word.startsWith("--"))) expect(help, command).toContain(option);
  }
});

/** What `--help` prints, by command. */
const helps = new Map<string, string>();

/** The help of the command with which a command line begins; the other words are its arguments. */
async function helpOf(words: readonly string[]): Promise<string> {
  let found = "";
  for (let count = 1; count <= words.length; count += 1) {
    const command = words.slice(0, count).join(" ");
    const help = helps.get(command) ?? (await magpie("/nowhere", [...words.slice(0, count), "--help"])).stdout;
    helps.set(command, help);
    if (!usageOf(help).startsWith(`${command} `)) break;
    found = help;
  }
  return found;
}

/** The command of a help's first line, with its arguments. */
function usageOf(help: string): string {
  return /^Usage: npm run -s magpie -- (.*)$/m.exec(help)?.[1] ?? "";
}
