import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { expect, it } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import { magpie } from "../../cli/command-line.ts";
import { documents, marked, ROOT, read, sources } from "./documents.ts";

/** The arguments of a command line, as a shell splits it; `--stage` is left out, for which AWS would be asked. */
function argumentsOf(line: string): string[] {
  const [command = ""] = line.replace(/ --stage \S+/, "").split(/ #|[|;)]/);
  return [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word = ""]) => quoted ?? word);
}

it("of the CLI are accepted by it, wherever a document or the CLI's help has one", async () => {
  const help = await magpie("/nowhere", ["--help"]);
  const texts = [...documents.map(({ text }) => text), help.stdout];
  const lines = texts.flatMap((text) =>
    [...text.matchAll(/npm run -s magpie -- ([^[`\n][^`\n]*)/g)].map(([, line = ""]) => line),
  );
  const complete = lines.filter((line) => !line.includes("…"));
  expect(complete.length).toBeGreaterThan(30);
  const refused: string[] = [];
  // No runner has this folder: a right command line fails only afterwards.
  for (const line of complete) if ((await magpie("/nowhere", argumentsOf(line))).code === 2) refused.push(line);
  expect(refused, "The CLI has no such command: correct the document, or the example in the CLI's help").toEqual([]);
});

it("of the CLI that are named in short exist", async () => {
  const named = marked.flatMap(([, text]) => /^magpie ([a-z-]+(?: [a-z-]+)*)(?: [-<].*)?$/.exec(text)?.[1] ?? []);
  expect(named.length).toBeGreaterThan(10);
  const unknown: string[] = [];
  for (const line of named) {
    if (/unknown|too many/.test((await magpie("/nowhere", argumentsOf(line))).stderr)) unknown.push(line);
  }
  expect(unknown, "The CLI has no such command: correct the document").toEqual([]);
});

const named = new Set(
  documents.flatMap(({ text }) =>
    [...text.matchAll(/\b(?:npx )?node (test\/[\w./-]+\.ts)/g)].map(([, path = ""]) => path),
  ),
);

/** A call by which a module that is loaded takes part in a running test file: vitest refuses it elsewhere. */
const OF_A_TEST = /^(?:before|after)(?:Each|All)\(|^(?:describe|it)\b/m;

it("of scripts run outside the tests: no script loads a module of a test", async () => {
  expect(named.size).toBeGreaterThan(5);
  expect([...named].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  const started = Object.values(packageJson.scripts).flatMap((line) => /\btest\/[\w./-]+\.ts/.exec(line) ?? []);
  const scripts = [...named, ...started];
  const { metafile } = await build({
    entryPoints: scripts,
    absWorkingDir: ROOT,
    bundle: true,
    packages: "external",
    metafile: true,
    write: false,
    outdir: "unused",
    format: "esm",
    platform: "node",
    jsx: "automatic",
    jsxImportSource: "preact",
    loader: { ".css": "empty", ".html": "text" },
  });
  const refused = scripts.flatMap((script) => {
    const loaded = new Set([script]);
    for (const path of loaded) {
      for (const { path: next, external } of metafile.inputs[path]?.imports ?? []) if (!external) loaded.add(next);
    }
    return [...loaded].filter((path) => OF_A_TEST.test(read(path))).map((path) => [script, path]);
  });
  expect(refused).toEqual([]);
});

it("of npm are those of package.json", () => {
  const used = documents.flatMap(({ text }) =>
    [...text.matchAll(/\bnpm run (?:-s )?([a-z][\w-]*)/g)].map(([, name = ""]) => name),
  );
  expect(used.length).toBeGreaterThan(10);
  expect(used.filter((name) => !(name in packageJson.scripts))).toEqual([]);
});

it("of the CDK that deploy or destroy name all stacks, or one: without that it refuses, where a stage has several", () => {
  const workflows = globSync(".github/**/*.yml", { cwd: ROOT });
  const texts = [...documents.map(({ path }) => path), ...sources, ...workflows, "package.json"].map(read);
  const used = texts.flatMap((text) => text.match(/\b(?:npx |")cdk (?:deploy|destroy)\b[^`"\n]*/g) ?? []);
  expect(used.length).toBeGreaterThan(20);
  expect(used.filter((line) => !/ (?:--all|magpie-\w+)\b/.test(line))).toEqual([]);
});
