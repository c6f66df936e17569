import { BedrockRuntimeClient, ConverseCommand } from "@aws-sdk/client-bedrock-runtime";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { boundedHttp2Calls } from "../../lambdas/shared/aws-client.ts";
import { runBeforeDeadline } from "../../lambdas/shared/deadline.ts";
import { runAsWarmUp } from "../../lambdas/shared/running-warm-up.ts";
import type { SimulatedBedrock } from "../upstreams/simulated-bedrock.ts";
import { converseAnswer, startSimulatedBedrock } from "../upstreams/simulated-bedrock.ts";

let bedrock: SimulatedBedrock;
let client: BedrockRuntimeClient;

beforeEach(async () => {
  bedrock = await startSimulatedBedrock(() => converseAnswer([], "end_turn"));
  const credentials = { accessKeyId: "key", secretAccessKey: "secret" };
  const limits = boundedHttp2Calls({ connectMs: 1_000, attemptMs: 1_000, attempts: 2 });
  client = new BedrockRuntimeClient({ region: "ap-northeast-1", endpoint: bedrock.origin, credentials, ...limits });
});
afterEach(async () => {
  client.destroy();
  await bedrock.close();
});

const call = () => client.send(new ConverseCommand({ modelId: "model", messages: [] }));

it("a call over HTTP/2 is repeated as often as its limits say", async () => {
  bedrock.fault({ kind: "exception", status: 503, name: "ServiceUnavailableException" });
  await expect(call()).rejects.toMatchObject({ name: "ServiceUnavailableException" });
  expect(bedrock.requests()).toHaveLength(2);
});

it("a call over HTTP/2 ends with its invocation", async () => {
  bedrock.fault({ kind: "silence" });
  const { left } = await runBeforeDeadline(undefined, async () => {
    const left = expect(call()).rejects.toMatchObject({ name: "AbortError" });
    await vi.waitUntil(() => bedrock.requests().length === 1);
    return { left };
  });
  await left;
});

it("a call over HTTP/2 is not sent in a warm-up", async () => {
  const answer = await runAsWarmUp({ faults: [], connections: [], isOver: false }, call);
  expect(answer.$metadata.httpStatusCode).toBe(200);
  expect(bedrock.requests()).toEqual([]);
  expect(await call()).toMatchObject({ stopReason: "end_turn" });
});
