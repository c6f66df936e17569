import type { IncomingMessage } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { GetCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { log } from "../../lambdas/shared/log.ts";
import { createOutboundFetch } from "../../lambdas/shared/outbound/outbound-fetch.ts";
import { documentClient } from "../../lambdas/shared/table/table.ts";
import { warmUpHandler } from "../../lambdas/shared/warm-up-handler.ts";
import { jsonQueue, queueClient } from "../../lambdas/shared/work/queue.ts";

let requests: IncomingMessage[];
let connections: number;
let server: ReturnType<typeof createServer>;
let lines: unknown[];

beforeEach(async () => {
  requests = [];
  connections = 0;
  lines = [];
  server = createServer((request, response) => {
    requests.push(request);
    request.resume();
    // AWS refuses a request without a signature.
    const isSigned = request.headers.authorization !== undefined;
    response.writeHead(isSigned ? 200 : 403, { "content-type": "application/x-amz-json-1.0" }).end("{}");
  });
  server.on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  vi.stubEnv("AWS_LAMBDA_INITIALIZATION_TYPE", "on-demand");
  vi.stubEnv("AWS_ENDPOINT_URL", origin);
  vi.stubEnv("AWS_REGION", "ap-northeast-1");
  vi.stubEnv("AWS_ACCESS_KEY_ID", "test");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "test");
  vi.spyOn(process.stdout, "write").mockImplementation((line) => {
    lines.push(JSON.parse(String(line)));
    return true;
  });
});

afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const isDone = (result: unknown) => result === "done";
const sample = { event: () => "warm-up", isDone };
const faults = (...expected: unknown[]) => [
  expect.objectContaining({ message: "warm_up_failed", level: "WARN", faults: expected }),
];

it("sends none of its calls, logs nothing, and leaves each client a connection", async () => {
  const [tables, messages] = [documentClient(), jsonQueue(queueClient(), `${process.env.AWS_ENDPOINT_URL}/1/q`)];
  const work = async (id: string) => {
    log.info("working");
    await tables.send(new PutCommand({ TableName: "items", Item: { id } }));
    const { Item } = await tables.send(new GetCommand({ TableName: "items", Key: { id } }));
    await messages.send({ id }, "correlation-1").catch((error: Error) => expect(error.message).toMatch(/Checksum/));
    return Item === undefined ? "done" : "there";
  };
  const handler = await warmUpHandler(work, sample);
  expect(lines).toEqual([]);
  expect(requests.map(({ method, url, headers }) => [method, url, headers.authorization])).toEqual([
    ["GET", "/", undefined],
    ["GET", "/", undefined],
  ]);

  requests = [];
  expect(await handler("request-1", {})).toBe("done");
  expect(requests.map(({ headers }) => headers["x-amz-target"])).toEqual([
    "DynamoDB_20120810.PutItem",
    "DynamoDB_20120810.GetItem",
    "AmazonSQS.SendMessage",
  ]);
  expect(connections).toBe(2);
  expect(lines).toEqual([expect.objectContaining({ message: "working" })]);
});

it("opens no connection for a client that keeps none", async () => {
  const tables = documentClient({ connectMs: 1_000, attemptMs: 1_000, attempts: 1 });
  const get = () => tables.send(new GetCommand({ TableName: "items", Key: { id: "1" } }));
  await warmUpHandler(get, { event: () => undefined, isDone: () => true });
  expect(requests).toEqual([]);
  expect(lines).toEqual([]);
});

it("finds no item to update", async () => {
  const tables = documentClient();
  const update = () =>
    tables.send(new UpdateCommand({ TableName: "items", Key: { id: "1" }, ReturnValues: "ALL_NEW" }));
  const handler = await warmUpHandler(() => update().catch((error: Error) => error.name), {
    event: () => undefined,
    isDone: (name) => name === "ConditionalCheckFailedException",
  });
  expect(lines).toEqual([]);
  expect(await handler(undefined, {})).toMatchObject({ $metadata: { httpStatusCode: 200 } });
});

it("logs why it has failed, and the handler answers all the same", async () => {
  const work = vi.fn().mockRejectedValueOnce(new Error("a variable is missing")).mockResolvedValue("done");
  const handler = await warmUpHandler(work, sample);
  expect(lines).toEqual(faults(expect.objectContaining({ error_message: "a variable is missing" })));
  expect(await handler("request-1", {})).toBe("done");
});

it("logs a refused sample with the lines logged in the meantime", async () => {
  const work = async () => {
    log.error("request_failed", { code: "internal_error" });
    return "refused";
  };
  await warmUpHandler(work, sample);
  expect(lines).toEqual(faults({ message: "request_failed", code: "internal_error" }, { result: "refused" }));
});

it("is not waited for beyond three seconds", async () => {
  vi.useFakeTimers();
  const done = vi.fn();
  const warm = warmUpHandler(() => new Promise<string>(() => undefined), sample).then(done);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(done).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await warm;
  expect(lines).toEqual(faults({ late_ms: 3_000 }));
});

it("is left out where Lambda has no init phase", async () => {
  vi.stubEnv("AWS_LAMBDA_INITIALIZATION_TYPE", undefined);
  const work = vi.fn(async () => "done");
  expect(await warmUpHandler(work, sample)).toBe(work);
  expect(work).not.toHaveBeenCalled();
});

it("continues without a connection", async () => {
  vi.stubEnv("AWS_ENDPOINT_URL", "http://127.0.0.1:9");
  const tables = documentClient();
  const work = async () => {
    await tables.send(new GetCommand({ TableName: "items", Key: { id: "1" } }));
    return "done";
  };
  await warmUpHandler(work, sample);
  expect(lines).toEqual(
    faults(
      expect.objectContaining({ connection: "127.0.0.1", error_message: expect.stringContaining("ECONNREFUSED") }),
    ),
  );
});

it("fetches nothing from outside", async () => {
  const fetch = createOutboundFetch();
  await warmUpHandler(() => fetch({ url: "https://example.com/", timeoutMs: 1, maxBytes: 1 }), {
    event: () => "warm-up",
    isDone: () => true,
  });
  expect(lines).toEqual(faults(expect.objectContaining({ error_message: expect.stringContaining("fetches nothing") })));
});

it("refuses a call that a sample left behind: no call of a sample reaches AWS later", async () => {
  const tables = documentClient();
  const released = Promise.withResolvers<void>();
  const left = Promise.withResolvers<unknown>();
  const work = async () => {
    left.resolve(released.promise.then(() => tables.send(new GetCommand({ TableName: "items", Key: { id: "1" } }))));
    return "done";
  };
  await warmUpHandler(work, sample);
  released.resolve();
  await expect(left.promise).rejects.toThrow("The warm-up is over.");
  expect(requests).toEqual([]);
});
