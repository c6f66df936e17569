import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { NodeHttpHandler } from "@smithy/node-http-handler";
import type { WarmUp } from "./running-warm-up.ts";

type Handle = NodeHttpHandler["handle"];
type Request = Parameters<Handle>[0];
type Answer = Awaited<ReturnType<Handle>>;

/** The fields of a request in JSON that its answer depends on. */
interface Sent {
  readonly MessageBody?: string;
  readonly ReturnValues?: string;
}

/**
 * The answer to a call of a warm-up, which is not sent: that of a stage without data. By then the SDK has built and
 * signed the request, and the answer passes its parser like a real one.
 *
 * @throws Error after the warm-up: it has left the call running
 */
export function cannedAnswer({ isOver }: WarmUp, { headers, body }: Request): Answer {
  if (isOver) throw new Error("The warm-up is over.");
  // Without an operation in the headers the protocol is not JSON, and an empty body is an answer without a result.
  if (headers["x-amz-target"] === undefined) return answer(200, "");
  const bytes = body as Uint8Array;
  const sent = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8")) as Sent;
  // An update that returns its item needs one.
  if (sent.ReturnValues === "ALL_NEW")
    return answer(400, JSON.stringify({ __type: "ConditionalCheckFailedException" }));
  return answer(200, JSON.stringify(sent.MessageBody === undefined ? {} : { MD5OfMessageBody: md5(sent.MessageBody) }));
}

function answer(statusCode: number, text: string): Answer {
  const response = {
    statusCode,
    headers: { "content-type": "application/x-amz-json-1.0", "content-length": String(text.length) },
    body: Readable.from([Buffer.from(text)]),
  };
  // The SDK's own response is a class without methods that the SDK calls.
  return { response } as unknown as Answer;
}

/** The SDK compares the hash that SQS answers with the message that it sent. */
function md5(text: string): string {
  return createHash("md5").update(text).digest("hex");
}
