import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CI_PACKAGES, ciPackage } from "../ci-packages.ts";
import { System } from "../local/system.ts";

/** A consumer's program that uses the generated types. */
const PROGRAM = `
import createClient from "openapi-fetch";
import type { components, operations, paths } from "./api.ts";

type Job = components["schemas"]["Job"];
type Problem = components["schemas"]["Problem"];
type GatewayMessage = components["schemas"]["GatewayMessage"];
type NewJob = operations["createJob"]["requestBody"]["content"]["application/json"];

export async function createdJob(baseUrl: string, token: string): Promise<[Job | undefined, string | undefined]> {
  const client = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${token}\` } });
  const body: NewJob = { name: "generated", queries: ["subject:seabirds"] };
  const made = await client.POST("/v1/jobs", { body });
  if (made.data === undefined) throw new Error(codeOf(made.error));
  const found = await client.GET("/v1/jobs/{name}", { params: { path: { name: made.data.name } } });
  const missing = await client.GET("/v1/jobs/{name}", { params: { path: { name: "missing" } } });
  return [found.data, codeOf(missing.error)];
}

/** The gateway's own rejections have no code. */
function codeOf(error: Problem | GatewayMessage | undefined): string | undefined {
  return error !== undefined && "code" in error ? error.code : undefined;
}

/** Every \`limit\` is a number, which may be left out. */
type QueryOf<P extends keyof paths> = paths[P] extends { get: { parameters: { query?: infer Q } } } ? NonNullable<Q> : never;
type Limits = { [P in keyof paths]: QueryOf<P>["limit" & keyof QueryOf<P>] }[keyof paths];
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
export const isNumber: Same<Limits, number | undefined> = true;

type BodyOf<P extends keyof paths> = paths[P] extends { post: { requestBody?: { content: { "application/json": infer B } } } }
  ? B
  : never;
`;

/** The bodies that the README sends, as lines of the program: each must have the type of its route's body. */
const README = readFileSync(resolve(import.meta.dirname, "../../README.md"), "utf8");
const BODIES = [...README.matchAll(/curl -s \S+?:8787(\/v1\/\S+)(?:(?!\ncurl).)*? -d '([^']+)'/gs)].map(
  ([, path, body], index) => `export const body${index}: BodyOf<"${path}"> = ${body};`,
);

/** What of `openapi-typescript` is used here. */
interface Generator {
  readonly default: (document: object) => Promise<readonly ts.Node[]>;
  readonly astToString: (nodes: readonly ts.Node[]) => string;
}

let system: System;
let folder: string;

beforeAll(async () => {
  // Below the packages, so that the program finds openapi-fetch.
  folder = mkdtempSync(join(CI_PACKAGES, "generated-client-"));
  system = await System.start();
});
afterAll(async () => {
  await system.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The compiler's errors; it also writes the program's JavaScript. */
function compiled(program: string): string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmitOnError: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2023,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    types: [],
    skipLibCheck: true,
    rewriteRelativeImportExtensions: true,
  };
  const built = ts.createProgram([program], options);
  return [...ts.getPreEmitDiagnostics(built), ...built.emit().diagnostics].map(({ messageText }) =>
    ts.flattenDiagnosticMessageText(messageText, "\n"),
  );
}

it("generated from /openapi.json compiles, and works against the running system", async () => {
  const { api_url: url, tokens } = system.outputs;
  // The compiler blocks this process, the server too, for longer than the server keeps an idle connection.
  const answer = await fetch(`${url}/openapi.json`, { headers: { connection: "close" } });
  const document = (await answer.json()) as { readonly servers: readonly object[] };
  expect(document.servers).toEqual([{ url, description: expect.any(String) }]);
  const { default: openapiTS, astToString } = ciPackage<Generator>("openapi-typescript");
  writeFileSync(join(folder, "api.ts"), astToString(await openapiTS(document)));
  const program = join(folder, "program.ts");
  expect(BODIES).toHaveLength(5);
  writeFileSync(program, [PROGRAM, ...BODIES].join("\n"));
  expect(compiled(program)).toEqual([]);

  const { createdJob } = await import(/* @vite-ignore */ pathToFileURL(join(folder, "program.js")).href);
  expect(await createdJob(url, tokens.admin)).toEqual([
    expect.objectContaining({ name: "generated", is_exhausted: false }),
    "not_found",
  ]);
});
