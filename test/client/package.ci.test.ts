import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { build } from "esbuild";
import { publint } from "publint";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { VERSION } from "../../lib/bundling/version.ts";
import { sharedChromium } from "./chromium.ts";
import { refused, ScriptedApi, serve } from "./scripted-api.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const run = promisify(execFile);

/** The folder of a program that has installed the package and nothing else. */
let consumer: string;
/** The packed file. */
let packed: string;
beforeAll(async () => {
  consumer = mkdtempSync(join(tmpdir(), "magpie-consumer-"));
  await run("npm", ["run", "build-client"], { cwd: ROOT });
  await run("npm", ["pack", "-w", "magpie-client", "--offline", "--pack-destination", consumer], { cwd: ROOT });
  packed = join(consumer, readdirSync(consumer)[0] ?? "");
  writeFileSync(join(consumer, "package.json"), '{"type":"module"}');
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", packed], { cwd: consumer });
});
afterAll(() => rmSync(consumer, { recursive: true, force: true }));

function write(name: string, text: string): string {
  const path = join(consumer, name);
  writeFileSync(path, text);
  return path;
}

/** The compiler's own declarations, parsed once for all programs. */
const libraries = new Map<string, ts.SourceFile | undefined>();

/** A host that parses the compiler's own declarations once. */
function hostOf(options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const folder = dirname(ts.getDefaultLibFilePath(options));
  return {
    ...host,
    getSourceFile(name, ...rest) {
      if (!name.startsWith(folder)) return host.getSourceFile(name, ...rest);
      const parsed = libraries.get(name) ?? host.getSourceFile(name, ...rest);
      libraries.set(name, parsed);
      return parsed;
    },
  };
}

/**
 * The compiler's errors for a consumer's files, with only the package and these types installed. The package's own
 * declarations are checked without other packages.
 */
function complaints(paths: readonly string[], types: readonly string[]): string[] {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.asynciterable.d.ts"],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    skipDefaultLibCheck: true,
    skipLibCheck: types.length > 0,
    types: [...types],
    typeRoots: [join(ROOT, "node_modules/@types")],
  };
  const program = ts.createProgram(paths, options, hostOf(options));
  const diagnostics = ts.getPreEmitDiagnostics(program);
  return diagnostics.map(
    ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
  );
}

describe("the packed client", () => {
  it("contains the built client and nothing of the server", () => {
    const files = readdirSync(join(consumer, "node_modules/magpie-client"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(join(consumer, "node_modules/magpie-client/").length));
    const rest = files.filter((file) => !/^dist\/(\w+\/)*[\w-]+\.(js|d\.ts)$/.test(file));
    expect(rest.sort()).toEqual(["LICENSE", "README.md", "package.json"]);
    expect(files).toContain("dist/node/index.d.ts");
  });

  it("depends on nothing, has the version of the release, and no part that a bundler must keep", () => {
    const { dependencies, version, sideEffects } = JSON.parse(
      readFileSync(join(consumer, "node_modules/magpie-client/package.json"), "utf8"),
    );
    expect([dependencies, version, sideEffects]).toEqual([undefined, VERSION, false]);
    expect(readdirSync(join(consumer, "node_modules")).filter((name) => !name.startsWith("."))).toEqual([
      "magpie-client",
    ]);
  });

  it("is in order for publint and for Are the types wrong, as a package of ES modules alone", async () => {
    const tarball = readFileSync(packed);
    const { messages } = await publint({ pack: { tarball: Uint8Array.from(tarball).buffer }, strict: true });
    expect(messages).toEqual([]);
    const checked = await checkPackage(createPackageFromTarballData(Uint8Array.from(tarball)));
    if (checked.types === false) throw new Error("the package has no types");
    // What requires modules, or ignores `exports`, can't have it.
    const ofOthers = new Set(["node10", "node16-cjs"]);
    const problems = checked.problems.filter(
      (problem) => !("resolutionKind" in problem && ofOthers.has(problem.resolutionKind)),
    );
    expect(problems).toEqual([]);
  });

  it("works in this machine's own Node, which may be 20", async () => {
    const api = new ScriptedApi();
    const served = await serve(api);
    const script = write(
      "consumer.mjs",
      `import { ApiProblem, MagpieClient, NetworkFailure, OfflineQueue } from "magpie-client";
       import { fileStorage } from "magpie-client/node";
       const client = new MagpieClient({ baseUrl: ${JSON.stringify(served.origin)}, token: "t" });
       const queue = new OfflineQueue({ client, storage: fileStorage("queue") });
       await queue.enqueue({ create: "bookmark", body: { url: "https://example.com/packed" } });
       const report = await queue.flush();
       const error = await client.bookmarks.get("x").catch((thrown) => thrown);
       console.log(JSON.stringify([report, error instanceof ApiProblem, error instanceof NetworkFailure]));`,
    );
    api.faults.push(undefined, refused(404, "not_found"));
    // Not the one of the packages, with which the tests run.
    const PATH = process.env.PATH?.split(delimiter)
      .filter((folder) => !folder.includes("node_modules"))
      .join(delimiter);
    const { stdout } = await run("node", [script], { cwd: consumer, env: { ...process.env, PATH } });
    expect(JSON.parse(stdout)).toEqual([{ sent: 1, failed: 0, stopped: null }, true, false]);
    expect(api.created).toMatchObject([{ url: "https://example.com/packed" }]);
    await served.close();
  });

  /** A page's script as a bundler makes it. */
  async function bundled(name: string, text: string): Promise<string> {
    const options = { bundle: true, write: false, minify: true, platform: "browser", format: "esm" } as const;
    const { outputFiles } = await build({ ...options, entryPoints: [write(name, text)] });
    return outputFiles[0]?.text ?? "";
  }

  it("can be bundled for browsers, without a module of Node", async () => {
    const all =
      'export * from "magpie-client"; export * from "magpie-client/browser"; export * from "magpie-client/moving";';
    expect(await bundled("page.js", all)).not.toContain("node:");
  });

  it("weighs in a bundle what docs/client.md says", async () => {
    const guide = readFileSync(join(ROOT, "docs/client.md"), "utf8");
    const rows = [...guide.matchAll(/^\| `(import .+?)` +\| +(\d+) KB \|$/gm)];
    expect(rows.length).toBeGreaterThan(3);
    for (const [index, [, imports = "", size]] of rows.entries()) {
      const names = [...imports.matchAll(/\{ (.+?) \}/g)].map(([, inner]) => inner).join(", ");
      const text = `${imports.replaceAll("; import", ";\nimport")};\nconsole.log(${names});`;
      const bytes = gzipSync(await bundled(`size-${index}.js`, text)).length;
      expect([imports, Math.round(bytes / 1_000)]).toEqual([imports, Number(size)]);
    }
  });

  it("works in a page that loads its modules as they are", async () => {
    const api = new ScriptedApi();
    const script = `<script type="module">
      import { MagpieClient } from "/dist/index.js";
      const client = new MagpieClient({ baseUrl: location.origin, token: "t" });
      document.title = (await client.bookmarks.save({ url: "https://example.com/from-a-page" })).url;
    </script>`;
    const served = await serve(api, (path) => {
      if (path.startsWith("/v1/")) return undefined;
      if (!path.startsWith("/dist/")) return { type: "text/html", body: script };
      return {
        type: "text/javascript",
        body: readFileSync(join(consumer, "node_modules/magpie-client", path), "utf8"),
      };
    });
    const page = await (await sharedChromium()).newPage();
    await page.goto(served.origin);
    await page.waitForFunction('document.title === "https://example.com/from-a-page"');
    expect(api.created).toMatchObject([{ url: "https://example.com/from-a-page" }]);
    await page.close();
    await served.close();
  });

  it("has self-contained types, which reject what the API would reject", () => {
    const good = write(
      "good.ts",
      `import type { Bookmark, QueueStorage } from "magpie-client";
       import { MagpieClient, OfflineQueue } from "magpie-client";
       import { indexedDbStorage } from "magpie-client/browser";
       const client = new MagpieClient({ baseUrl: "https://api.magpie.example", token: "t", retry: { maxAttempts: 2 } });
       const bookmark: Bookmark = await client.bookmarks.save({ url: "https://example.com", created_from: "web" });
       export const status: "saving" | "processing" | "done" | "failed" | "retrying" = bookmark.status;
       export const failure: { code: string; message: string } | undefined = (await client.stocks.get("s1")).failure;
       const storage: QueueStorage = indexedDbStorage("q");
       export const queue = new OfflineQueue({ client, storage });`,
    );
    const bad = write(
      "bad.ts",
      `import { MagpieClient } from "magpie-client";
       const client = new MagpieClient({ baseUrl: "https://api.magpie.example", token: "t" });
       await client.bookmarks.save({ url: "https://example.com", created_from: "fax" });
       await client.bookmarks.save({ title: "no url" });
       await client.stocks.list({ status: "done" });
       (await client.queues.list())[0]?.depth.toUpperCase();`,
    );
    expect(complaints([good, bad], []).map((line) => line.split(": ")[0])).toEqual([bad, bad, bad, bad]);
  });

  it("is used as docs/client.md says", () => {
    const text = readFileSync(join(ROOT, "docs/client.md"), "utf8");
    const blocks = [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block]) => String(block));
    expect(blocks.length).toBeGreaterThan(3);
    const paths = blocks.map((block, index) => write(`docs-${index}.ts`, `${block}\nexport {};\n`));
    expect(complaints(paths, ["node"])).toEqual([]);
  });
});
