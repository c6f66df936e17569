import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TIMED_OUT } from "../../../lib/local/functions/execution-environment.ts";
import type { FunctionDefinition } from "../../../lib/local/functions/function-definition.ts";
import type { LocalFunction } from "../../../lib/local/functions/local-function.ts";
import { folderOfFile } from "../temporary-folders.ts";
import { until } from "../until.ts";
import { moduleFunction } from "./module-function.ts";

const folder = folderOfFile();
const open: LocalFunction[] = [];
const log: string[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((local) => local.close()));
  log.length = 0;
});

/** Replaces the code of a function. */
function write(name: string, source: string): void {
  writeFileSync(join(folder, `${name}.mjs`), source);
}

function functionOf(name: string, source: string, changes: Partial<FunctionDefinition> = {}): LocalFunction {
  const made = moduleFunction(name, source, folder, {
    environment: { NAME: name },
    log: (line) => log.push(line),
    ...changes,
  });
  open.push(made);
  return made;
}

const result = (value: unknown) => ({ ok: true, result: value });

describe("a function that is reloaded", () => {
  it("serves the new code from then on", async () => {
    const local = functionOf("edited", "export const handler = () => 'v1';");
    expect(await local.invoke({})).toEqual(result("v1"));
    write("edited", "export const handler = () => 'v2';");
    // An existing environment keeps its code, as on AWS.
    expect(await local.invoke({})).toEqual(result("v1"));
    local.reload();
    expect(await local.invoke({})).toEqual(result("v2"));
  });

  it("ends a running invocation with the code with which it began", async () => {
    const source = (version: string) => `
      import { existsSync } from "node:fs";
      import { setTimeout } from "node:timers/promises";
      export const handler = async ({ flag }) => {
        console.log("began ${version}");
        while (flag !== undefined && !existsSync(flag)) await setTimeout(5);
        return "${version}";
      };`;
    const local = functionOf("running", source("v1"));
    const flag = join(folder, "may-end");
    const running = local.invoke({ flag });
    await until(
      "the invocation runs",
      () => log,
      (lines) => lines.some((line) => line.includes("began v1")),
    );
    write("running", source("v2"));
    local.reload();
    expect(await local.invoke({})).toEqual(result("v2"));
    writeFileSync(flag, "");
    expect(await running).toEqual(result("v1"));
    expect(await local.invoke({})).toEqual(result("v2"));
  });

  it("reports errors in broken code, and serves again when it is corrected", async () => {
    const local = functionOf("broken", "export const handler = (");
    expect(await local.invoke({})).toMatchObject({ ok: false, errorType: "SyntaxError" });
    write("broken", "export const handler = () => 'mended';");
    local.reload();
    expect(await local.invoke({})).toEqual(result("mended"));
  });
});

describe("functions are isolated from each other", () => {
  const source = `
    globalThis.count ??= 0;
    export const handler = ({ set }) => {
      globalThis.count += 1;
      if (set !== undefined) process.env.SECRET = set;
      return { count: globalThis.count, secret: process.env.SECRET ?? null, name: process.env.NAME };
    };`;

  it("in their globals and their environment", async () => {
    const [one, two] = [functionOf("one", source), functionOf("two", source)];
    expect(await one.invoke({ set: "of one" })).toEqual(result({ count: 1, secret: "of one", name: "one" }));
    expect(await one.invoke({})).toEqual(result({ count: 2, secret: "of one", name: "one" }));
    expect(await two.invoke({})).toEqual(result({ count: 1, secret: null, name: "two" }));
    expect(process.env.SECRET).toBeUndefined();
    expect(globalThis).not.toHaveProperty("count");
  });

  it("and from this process: they have only the environment of their definition", async () => {
    process.env.MAGPIE_TEST_LEAK = "leaked";
    const local = functionOf("env", "export const handler = () => ({ ...process.env });");
    expect(await local.invoke({})).toEqual(result({ NAME: "env" }));
    delete process.env.MAGPIE_TEST_LEAK;
  });

  it("and an environment serves one invocation at a time", async () => {
    const local = functionOf(
      "busy",
      `let running = 0;
      export const handler = async () => {
        running += 1;
        const seen = running;
        await new Promise((done) => setTimeout(done, 5));
        running -= 1;
        return seen;
      };`,
    );
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => local.invoke({})));
    expect(outcomes).toEqual(Array(20).fill(result(1)));
  });
});

describe("a function with several concurrent invocations", () => {
  /** Returns its environment's name; if the event names a file, it waits for this file. */
  const source = `
    import { randomUUID } from "node:crypto";
    import { existsSync } from "node:fs";
    import { setTimeout } from "node:timers/promises";
    const name = randomUUID();
    export const handler = async ({ flag }) => {
      while (flag !== undefined && !existsSync(flag)) await setTimeout(5);
      return name;
    };`;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("waits for the existing environment, if that is free soon", async () => {
    const local = functionOf("quick", source);
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => local.invoke({})));
    expect(new Set(outcomes.map((outcome) => outcome.ok && outcome.result)).size).toBe(1);
  });

  it("begins another one if it is not", async () => {
    const local = functionOf("slow", source);
    const first = await local.invoke({});
    const flag = join(folder, "slow-may-end");
    const slow = local.invoke({ flag });
    const waiting = local.invoke({});
    vi.advanceTimersByTime(300);
    const other = await waiting;
    expect(other).toMatchObject({ ok: true });
    expect(other).not.toEqual(first);
    writeFileSync(flag, "");
    expect(await slow).toEqual(first);
  });

  it("has another environment in place of one that ended", async () => {
    const local = functionOf("ends", `${source.replace("while", "if (flag === 0) process.exit(1);\nwhile")}`);
    const ends = local.invoke({ flag: 0 });
    const waiting = [local.invoke({}), local.invoke({})];
    expect(await ends).toMatchObject({ ok: false, errorType: "Runtime.ExitError" });
    const [one, other] = await Promise.all(waiting);
    expect(one).toMatchObject({ ok: true });
    expect(other).toEqual(one);
  });
});

describe("a function that fails", () => {
  it("by never returning ends with its time-out, and the next invocation works", async () => {
    const local = functionOf(
      "stuck",
      "export const handler = ({ stuck }) => (stuck ? new Promise(() => setInterval(() => {}, 1000)) : 'fine');",
      { timeoutSeconds: 0.3 },
    );
    expect(await local.invoke({ stuck: true })).toMatchObject({ ok: false, errorType: TIMED_OUT });
    expect(TIMED_OUT).toBe("Sandbox.Timedout");
    expect(await local.invoke({})).toEqual(result("fine"));
  });

  it("by loading for longer than its time-out does not fail: loading does not count, as on AWS", async () => {
    const local = functionOf(
      "slow",
      "await new Promise((done) => setTimeout(done, 300)); export const handler = () => 'fine';",
      { timeoutSeconds: 0.2 },
    );
    expect(await local.invoke({})).toEqual(result("fine"));
  });

  it("by an endless loop does so, too", async () => {
    const local = functionOf("loop", "export const handler = ({ loop }) => { while (loop); return 'fine'; };", {
      timeoutSeconds: 0.5,
    });
    expect(await local.invoke({ loop: true })).toMatchObject({ ok: false, errorType: TIMED_OUT });
    expect(await local.invoke({})).toEqual(result("fine"));
  });

  it.each([
    ["ends its process", "process.exit(0);"],
    ["throws outside of its handler's promise", "setImmediate(() => { throw new Error('boom'); });"],
    ["never returns", "setInterval(() => {}, 1000);"],
  ])("loses no log line when it %s", async (what, end) => {
    const local = functionOf(
      what.replaceAll(/[ ']/g, "-"),
      `export const handler = () => {
        for (const line of [1, 2, 3]) process.stdout.write(\`${what}, line \${line}\\n\`);
        ${end}
        return new Promise(() => {});
      };`,
      { timeoutSeconds: 0.5 },
    );
    expect(await local.invoke({})).toMatchObject({ ok: false });
    await until(
      "the lines are there",
      () => log.filter((line) => line.startsWith(`${what}, line`)),
      (lines) => lines.length === 3,
    );
  });

  it("by ending its process fails that invocation only", async () => {
    const local = functionOf(
      "exits",
      "export const handler = ({ code }) => { if (code !== undefined) process.exit(code); return 'fine'; };",
    );
    for (const code of [0, 7]) {
      expect(await local.invoke({ code })).toMatchObject({ ok: false, errorType: "Runtime.ExitError" });
      expect(await local.invoke({})).toEqual(result("fine"));
    }
  });

  it("by throwing outside of its handler's promise fails that invocation only", async () => {
    const local = functionOf(
      "crashes",
      `export const handler = ({ crash }) =>
        crash ? new Promise(() => setTimeout(() => { throw new Error("boom"); }, 1)) : "fine";`,
    );
    expect(await local.invoke({ crash: true })).toMatchObject({ ok: false, errorType: "Runtime.ExitError" });
    expect(await local.invoke({})).toEqual(result("fine"));
  });

  it("by an error reports its name and message, and logs it", async () => {
    const local = functionOf("throws", "export const handler = () => { throw new TypeError('not so'); };");
    expect(await local.invoke({})).toMatchObject({ ok: false, errorType: "TypeError", errorMessage: "not so" });
    expect(log.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: "ERROR", message: "invocation_failed", errorType: "TypeError" }),
    ]);
  });

  it("among many does not stop the waiting ones", async () => {
    const local = functionOf(
      "crowd",
      "export const handler = ({ n }) => { if (n % 3 === 0) process.exit(1); return n; };",
    );
    const outcomes = await Promise.all(Array.from({ length: 12 }, (_, n) => local.invoke({ n })));
    expect(outcomes.map((outcome) => (outcome.ok ? outcome.result : outcome.errorType))).toEqual(
      Array.from({ length: 12 }, (_, n) => (n % 3 === 0 ? "Runtime.ExitError" : n)),
    );
  });
});

it("a function gets the same facts about its invocation as on Lambda", async () => {
  const local = functionOf(
    "context",
    `export const handler = (event, context) => ({
      event,
      ...context,
      left: context.getRemainingTimeInMillis(),
    });`,
    { timeoutSeconds: 7, memoryMegabytes: 512 },
  );
  const outcome = await local.invoke({ hello: "world" });
  expect(outcome).toMatchObject(
    result({
      event: { hello: "world" },
      awsRequestId: expect.stringMatching(/^[\da-f-]{36}$/),
      functionName: "context",
      functionVersion: "$LATEST",
      invokedFunctionArn: "arn:aws:lambda:us-east-1:000000000000:function:context",
      memoryLimitInMB: "512",
      left: expect.any(Number),
    }),
  );
  const { left } = (outcome as { result: { left: number } }).result;
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThanOrEqual(7_000);
});
