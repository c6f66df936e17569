import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { afterAll, describe, expect, it } from "vitest";
import type { RendererFunction } from "../../../lambdas/mercari/fetch/rendered-page-source.ts";
import { renderedPageSource } from "../../../lambdas/mercari/fetch/rendered-page-source.ts";
import type { Credentials } from "../../../lib/local/access/callers.ts";
import { lambdaService } from "../../../lib/local/functions/lambda-service.ts";
import type { LocalFunction } from "../../../lib/local/functions/local-function.ts";
import { arn } from "../../../lib/local/template/identities.ts";
import { AwsFront } from "../emulators/aws-front.ts";
import { folderOfFile } from "../temporary-folders.ts";
import { moduleFunction } from "./module-function.ts";

/** Does what its event says. */
const SOURCE = `export const handler = async (event) => {
  if (event.echo) return event;
  if (event.big) return "x".repeat(7 * 1024 * 1024);
  if (event.url === "https://jp.mercari.com/fails") return { ok: false, kind: "too_large", detail: "what it came to" };
  if (event.url === "https://jp.mercari.com/breaks") throw new TypeError("broken");
  const { url, deadline } = event;
  const headers = url.endsWith("/deadline") ? { deadline: String(deadline) } : { a: "b" };
  const page = { url, status: 200, headers, html: "<p>値段</p>", retryAfterSeconds: null };
  return { ok: true, page };
};`;

/** Never responds. */
const HANGING = "export const handler = () => new Promise(() => setInterval(() => {}, 1_000));";

const arnOf = (name: string) => arn("lambda", `function:${name}`);
const folder = folderOfFile();
let functions: Map<string, LocalFunction>;
const front = new AwsFront(() => {
  const all = [
    moduleFunction("local-doer", SOURCE, folder, { timeoutSeconds: 20 }),
    moduleFunction("local-hanger", HANGING, folder, { timeoutSeconds: 0.2 }),
  ];
  functions = new Map(all.map((local) => [local.definition.arn, local]));
  return { lambda: lambdaService(functions) };
});
afterAll(() => Promise.all([...functions.values()].map((local) => local.close())));

const allowed = front.functionThatMay(
  "asker",
  ["lambda:InvokeFunction"],
  ["local-doer", "local-hanger", "local-missing"].map(arnOf),
);
const deniedCaller = front.functionThatMay("stranger", [], []);

const client = (credentials: Credentials = allowed) => new LambdaClient(front.client(credentials));

async function invoke(event: unknown, FunctionName = "local-doer", credentials = allowed) {
  const command = new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) });
  const { StatusCode, FunctionError, ExecutedVersion, Payload } = await client(credentials).send(command);
  return { StatusCode, FunctionError, ExecutedVersion, answer: JSON.parse(Payload?.transformToString() ?? "") };
}

describe("Lambda Invoke", () => {
  it.each(["local-doer", arnOf("local-doer")])("runs the function named %s", async (name) => {
    const ended = await invoke({ echo: ["値", 1] }, name);
    expect(ended).toEqual({
      StatusCode: 200,
      FunctionError: undefined,
      ExecutedVersion: "$LATEST",
      answer: { echo: ["値", 1] },
    });
  });

  it("reports a function's error, its time-out and a result that is too large like Lambda", async () => {
    const [error, timeout, large] = await Promise.all([
      invoke({ url: "https://jp.mercari.com/breaks" }),
      invoke({}, "local-hanger"),
      invoke({ big: true }),
    ]);
    expect(error).toMatchObject({
      StatusCode: 200,
      FunctionError: "Unhandled",
      answer: { errorType: "TypeError", errorMessage: "broken", trace: expect.any(Array) },
    });
    expect(timeout).toMatchObject({ FunctionError: "Unhandled", answer: { errorType: "Sandbox.Timedout" } });
    expect(large).toMatchObject({
      FunctionError: "Unhandled",
      answer: { errorType: "Function.ResponseSizeTooLarge" },
    });
  });

  it("is denied without the role's permission, and for a missing function", async () => {
    await expect(invoke({}, "local-doer", deniedCaller)).rejects.toMatchObject({
      name: "AccessDeniedException",
      $metadata: { httpStatusCode: 403 },
    });
    await expect(invoke({}, "local-other")).rejects.toMatchObject({ name: "AccessDeniedException" });
    await expect(invoke({}, "local-missing")).rejects.toMatchObject({ name: "ResourceNotFoundException" });
  });

  it("rejects options that the runner does not support", async () => {
    const event = new InvokeCommand({ FunctionName: "local-doer", InvocationType: "Event" });
    await expect(client().send(event)).rejects.toMatchObject({ name: "InvalidParameterValueException" });
  });
});

describe("the rendered page source, through it", () => {
  const through =
    (renderer: RendererFunction) =>
    (url: string, timeoutMs = 10_000) =>
      renderedPageSource(renderer)(url, timeoutMs);
  const source = (credentials = allowed, functionName = "local-doer") =>
    through({ client: client(credentials), functionName });

  it("returns the renderer's page", async () => {
    expect(await source()("https://jp.mercari.com/search?keyword=値段")).toEqual({
      url: "https://jp.mercari.com/search?keyword=値段",
      status: 200,
      headers: { a: "b" },
      html: "<p>値段</p>",
      retryAfterSeconds: null,
    });
  });

  it("throws the renderer's failure, typed, and its end as a transient one", async () => {
    const get = source();
    const failing = (kind: string, transient: boolean) => ({ name: "OutboundError", kind, transient });
    await expect(get("https://jp.mercari.com/fails")).rejects.toMatchObject(failing("too_large", false));
    await expect(get("https://jp.mercari.com/breaks")).rejects.toMatchObject(failing("network", true));
    const hanging = source(allowed, "local-hanger");
    await expect(hanging("https://jp.mercari.com/")).rejects.toMatchObject(failing("timeout", true));
  });

  it("waits no longer than its caller", async () => {
    const get = source(allowed, "local-hanger");
    await expect(get("https://jp.mercari.com/", 1)).rejects.toMatchObject({ name: "OutboundError", kind: "timeout" });
  });

  it("tells the renderer its deadline", async () => {
    const from = Date.now();
    const { headers } = await source()("https://jp.mercari.com/deadline", 10_000);
    expect(Number(headers.deadline) - from).toBeGreaterThanOrEqual(10_000);
    expect(Number(headers.deadline) - Date.now()).toBeLessThanOrEqual(10_000);
  });

  it("reports a missing permission", async () => {
    await expect(source(deniedCaller)("https://jp.mercari.com/")).rejects.toMatchObject({
      name: "AccessDeniedException",
    });
  });

  it("treats a Lambda that does not respond as transient", async () => {
    const unreachable = new LambdaClient({ ...front.client(allowed), endpoint: "http://127.0.0.1:1" });
    const get = through({ client: unreachable, functionName: "local-doer" });
    await expect(get("https://jp.mercari.com/")).rejects.toMatchObject({ name: "OutboundError", kind: "network" });
  });
});
