import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

const ROOT = resolve(import.meta.dirname, "../..");

interface Job {
  readonly if?: string;
  readonly needs?: string | readonly string[];
}

const { jobs } = parse(readFileSync(join(ROOT, ".github/workflows/deploy.yml"), "utf8")) as {
  readonly jobs: Readonly<Record<string, Job>>;
};

/** What is used of GitHub's own evaluator, a package of its parser of workflows. */
interface Expressions {
  readonly Lexer: new (text: string) => { lex(): { readonly tokens: unknown } };
  readonly Parser: new (
    tokens: unknown,
    contexts: readonly string[],
    functions: readonly object[],
  ) => { parse(): object };
  readonly Evaluator: new (
    expression: object,
    context: unknown,
    functions: ReadonlyMap<string, object>,
  ) => { evaluate(): { coerceString(): string } };
  readonly data: {
    readonly BooleanData: new (value: boolean) => object;
    readonly reviver: (key: string, value: unknown) => unknown;
  };
}

/** Bundled, since it imports JSON without the attribute that Node requires. */
async function bundledExpressions(): Promise<Expressions> {
  const { outputFiles } = await build({
    stdin: {
      contents: 'export * from "@actions/expressions"; export { reviver } from "@actions/expressions/data/reviver";',
      resolveDir: join(ROOT, "node_modules/@actions/workflow-parser"),
    },
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
  });
  const source = outputFiles[0]?.text ?? "";
  const { reviver, data, ...others } = await import(
    `data:text/javascript;base64,${Buffer.from(source).toString("base64")}`
  );
  return { ...others, data: { ...data, reviver } };
}
const expressions = bundledExpressions();

const RESULTS = ["success", "failure", "cancelled", "skipped"] as const;
type Result = (typeof RESULTS)[number];

/** What a run of the workflow is, and what the jobs before one came to. */
interface Run {
  readonly event?: "push" | "pull_request";
  readonly region?: string;
  readonly from?: string;
  readonly needs?: Readonly<Record<string, { readonly result: Result; readonly outputs?: object }>>;
  readonly isCancelled?: boolean;
}

/** Whether GitHub runs a job. A condition without a function of the status has `success()` in front of it. */
async function runs(name: string, run: Run): Promise<boolean> {
  const { Lexer, Parser, Evaluator, data } = await expressions;
  const { needs = {}, isCancelled = false } = run;
  const state = {
    success: !isCancelled && Object.values(needs).every(({ result }) => result === "success"),
    failure: Object.values(needs).some(({ result }) => result === "failure"),
    cancelled: isCancelled,
    always: true,
  };
  const written = String(jobs[name]?.if ?? "success()").trim();
  const condition = /\b(success|failure|cancelled|always)\(\)/.test(written) ? written : `success() && (${written})`;
  const functions = Object.entries(state).map(([name, value]) => {
    return { name, minArgs: 0, maxArgs: 0, call: () => new data.BooleanData(value) };
  });
  const context = {
    needs,
    vars: { AWS_REGION: run.region ?? "eu-central-1" },
    github: {
      event_name: run.event ?? "push",
      repository: "alice/magpie",
      event: { pull_request: { head: { repo: { full_name: run.from ?? "alice/magpie" } } } },
    },
  };
  const { tokens } = new Lexer(condition).lex();
  const parsed = new Parser(tokens, Object.keys(context), functions).parse();
  const functionsByName = new Map(functions.map((each) => [each.name, each]));
  const revived = JSON.parse(JSON.stringify(context), data.reviver);
  return new Evaluator(parsed, revived, functionsByName).evaluate().coerceString() === "true";
}

describe("a deployment", () => {
  it("needs the tests, the plan, and whoever had to approve, whatever each comes to", async () => {
    expect(jobs.deploy?.needs).toEqual(["test", "plan", "approve"]);
    for (const isCancelled of [false, true])
      for (const test of RESULTS)
        for (const plan of RESULTS)
          for (const approve of RESULTS) {
            const needs = { test: { result: test }, plan: { result: plan }, approve: { result: approve } };
            const isApproved = approve === "success" || approve === "skipped";
            const expected = !isCancelled && test === "success" && plan === "success" && isApproved;
            expect(await runs("deploy", { needs, isCancelled }), JSON.stringify(needs)).toBe(expected);
          }
  });

  it("is approved where the plan says that what holds data changes", async () => {
    for (const stateful of ["true", "false"])
      for (const result of RESULTS) {
        const needs = { plan: { result, outputs: { stateful } } };
        expect(await runs("approve", { needs })).toBe(stateful === "true" && result === "success");
      }
  });

  it("is planned for a push, and tried for a pull request of this repository, where there is a region", async () => {
    for (const event of ["push", "pull_request"] as const)
      for (const region of ["", "eu-central-1"])
        for (const from of ["alice/magpie", "bob/magpie"]) {
          const isThere = region !== "";
          expect(await runs("plan", { event, region, from })).toBe(event === "push" && isThere);
          const isOurs = event === "pull_request" && from === "alice/magpie";
          expect(await runs("try", { event, region, from })).toBe(isOurs && isThere);
          // A pull request has the checks by their own workflow.
          expect(await runs("test", { event, region, from })).toBe(event === "push");
        }
  });
});
