import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ScriptedApi, serve } from "./scripted-api.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const run = promisify(execFile);

let consumer: string;
beforeAll(async () => {
  consumer = mkdtempSync(join(tmpdir(), "magpie-consumer-"));
  await run("npm", ["pack", "--offline", "--pack-destination", consumer], { cwd: ROOT });
  const [packed = ""] = readdirSync(consumer);
  const installed = join(consumer, "node_modules/magpie");
  mkdirSync(installed, { recursive: true });
  await run("tar", ["-xzf", join(consumer, packed), "-C", installed, "--strip-components=1"]);
  writeFileSync(join(consumer, "package.json"), '{"type":"module"}');
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
    const files = readdirSync(join(consumer, "node_modules/magpie"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(join(consumer, "node_modules/magpie/").length));
    const rest = files.filter((file) => !/^client\/dist\/(\w+\/)?[\w-]+\.(js|d\.ts)$/.test(file));
    expect(rest.sort()).toEqual(["LICENSE", "README.md", "docs/client.md", "package.json"]);
    expect(files).toContain("client/dist/node/index.d.ts");
  });

  it("works in plain Node", async () => {
    const api = new ScriptedApi();
    const served = await serve(api);
    const script = write(
      "consumer.mjs",
      `import { ApiProblem, MagpieClient, NetworkFailure, OfflineQueue } from "magpie/client";
       import { fileStorage } from "magpie/client/node";
       const client = new MagpieClient({ baseUrl: ${JSON.stringify(served.origin)}, token: "t" });
       const queue = new OfflineQueue({ client, storage: fileStorage("queue") });
       await queue.enqueue({ create: "bookmark", body: { url: "https://example.com/packed" } });
       const report = await queue.flush();
       const error = await client.bookmarks.get("x").catch((thrown) => thrown);
       console.log(JSON.stringify([report, error instanceof ApiProblem, error instanceof NetworkFailure]));`,
    );
    api.faults.push(undefined, { kind: "answer", status: 404 });
    const { stdout } = await run(process.execPath, [script], { cwd: consumer });
    expect(JSON.parse(stdout)).toEqual([{ sent: 1, failed: 0, stopped: null }, true, false]);
    expect(api.created).toMatchObject([{ url: "https://example.com/packed" }]);
    await served.close();
  });

  it("can be bundled for browsers, without a module of Node", async () => {
    const entry = write("page.js", 'export * from "magpie/client"; export * from "magpie/client/browser";');
    const { outputFiles } = await build({ entryPoints: [entry], bundle: true, write: false, platform: "browser" });
    expect(outputFiles[0]?.text).not.toContain("node:");
  });

  it("has self-contained types, which reject what the API would reject", () => {
    const good = write(
      "good.ts",
      `import type { Bookmark, QueueStorage } from "magpie/client";
       import { MagpieClient, OfflineQueue } from "magpie/client";
       import { indexedDbStorage } from "magpie/client/browser";
       const client = new MagpieClient({ baseUrl: "https://api.magpie.example", token: "t", retry: { maxAttempts: 2 } });
       const bookmark: Bookmark = await client.bookmarks.save({ url: "https://example.com", created_from: "web" });
       export const status: "saving" | "processing" | "done" | "failed" | "retrying" = bookmark.status;
       export const failure: { code: string; message: string } | undefined = (await client.stocks.get("s1")).failure;
       const storage: QueueStorage = indexedDbStorage("q");
       export const queue = new OfflineQueue({ client, storage });`,
    );
    const bad = write(
      "bad.ts",
      `import { MagpieClient } from "magpie/client";
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
