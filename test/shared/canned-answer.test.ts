import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { cannedAnswer } from "../../lambdas/shared/canned-answer.ts";

type Request = Parameters<typeof cannedAnswer>[1];

const HEADERS = { "x-amz-target": "DynamoDB_20120810.PutItem" };

/** Status, headers and text of the answer of a request. */
async function answer(headers: Readonly<Record<string, string>>, sent: Uint8Array | undefined) {
  const request = { headers, body: sent } as unknown as Request;
  const { response } = cannedAnswer({ faults: [], connections: [], isOver: false }, request);
  return { status: response.statusCode, headers: response.headers, body: await text(response.body as Readable) };
}

describe("the answer of a call that a warm-up does not send", () => {
  it.each([
    ["is an empty result", {}, 200, {}],
    [
      "refuses an update that returns its item",
      { ReturnValues: "ALL_NEW" },
      400,
      { __type: "ConditionalCheckFailedException" },
    ],
    ["is an empty result of another update", { ReturnValues: "NONE" }, 200, {}],
    ["has the hash of a message", { MessageBody: "a" }, 200, { MD5OfMessageBody: "0cc175b9c0f1b6a831c399e269772661" }],
    [
      "has the hash of an empty message",
      { MessageBody: "" },
      200,
      { MD5OfMessageBody: "d41d8cd98f00b204e9800998ecf8427e" },
    ],
  ])("%s", async (_what, sent, status, result) => {
    const body = JSON.stringify(result);
    expect(await answer(HEADERS, Buffer.from(JSON.stringify(sent)))).toEqual({
      status,
      headers: { "content-type": "application/x-amz-json-1.0", "content-length": String(body.length) },
      body,
    });
  });

  it("is that of the request's part of a larger buffer", async () => {
    const larger = Buffer.from('no{"ReturnValues":"ALL_NEW"}no');
    expect(await answer(HEADERS, larger.subarray(2, -2))).toMatchObject({ status: 400 });
  });

  it("has no body in another protocol", async () => {
    expect(await answer({}, undefined)).toMatchObject({ status: 200, body: "" });
  });
});
