import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, inject, it } from "vitest";
import { EnvironmentPool } from "../../lib/local/functions/environment-pool.ts";
import { LocalFunction } from "../../lib/local/functions/local-function.ts";
import { THREAD_SOURCE } from "../../lib/local/template/thread-script.ts";
import { httpEvent } from "../emulators/http-event.ts";
import { ROOT } from "../infra/synthesized.ts";
import { until } from "../local/until.ts";
import { bundledFunction } from "./fixture-function.ts";
import { underRuntime } from "./runtime-process.ts";

/** A function without its variables fails at the one `throw` of env.ts, called from a line of its entry. */
const folder = join(inject("bundles"), "slides-api");
const event = httpEvent({ route: "GET /v1/stocks" });

function lineOf(source: string, text: string): string {
  const place = readFileSync(join(ROOT, source), "utf8")
    .split("\n")
    .findIndex((line) => line.includes(text));
  return `${source}:${place + 1}:`;
}

const THROWN = lineOf("lambdas/shared/env.ts", "throw new Error(");
const ASKED = lineOf("lambdas/shared/http/http-api.ts", "readEnvironment(api.environment)");

it("under Lambda's runtime client a logged stack has the lines of our sources", async () => {
  const { stdout } = await underRuntime(bundledFunction(folder), [event]);
  const failed = stdout.map((line) => JSON.parse(line)).find(({ message }) => message === "request_failed");
  expect(failed.stack).toContain(THROWN);
  expect(failed.stack).toContain(ASKED);
});

it("so does one in the local runner", async () => {
  const lines: string[] = [];
  const local = new LocalFunction(
    {
      name: "slides-api",
      arn: "arn:aws:lambda:us-east-1:000000000000:function:slides-api",
      role: "arn:aws:iam::000000000000:role/slides-api",
      handler: "index.handler",
      timeoutSeconds: 10,
      memoryMegabytes: 256,
      logGroup: "/aws/lambda/local-runs",
      environment: {},
      script: THREAD_SOURCE,
      module: () => pathToFileURL(join(folder, "index.mjs")).href,
      egress: undefined,
      log: (line) => lines.push(line),
    },
    new EnvironmentPool(),
  );
  try {
    await local.invoke(event);
    const [failed] = await until(
      "the error is logged",
      () => lines.filter((line) => line.includes("request_failed")),
      (found) => found.length > 0,
    );
    expect(failed).toContain(THROWN);
    expect(failed).toContain(ASKED);
  } finally {
    await local.close();
  }
});
