import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { describe, expect, it } from "vitest";
import type { Credentials } from "../../../lib/local/access/callers.ts";
import { jsonAnswer } from "../../../lib/local/emulators/aws-endpoint.ts";
import { AwsFront } from "../emulators/aws-front.ts";
import { signedHeaders } from "./signed-headers.ts";

const answer = () => Promise.resolve(jsonAnswer({}));
const front = new AwsFront(() => ({ DynamoDB_20120810: answer, lambda: answer, s3: answer, ses: answer }));
const { operator } = front;

const get = new GetItemCommand({ TableName: "things", Key: { id: { S: "ü (1)*" } } });
const requested = (credentials: Credentials) =>
  new DynamoDBClient({ ...front.client(credentials), region: "eu-central-1" }).send(get);

/** The status of a call that is signed for these parts and sent with others. */
async function sent(
  signed: { readonly path?: string; readonly body?: string; readonly at?: Date },
  { path = signed.path ?? "/things/a", body = signed.body ?? "", more = {} } = {},
): Promise<number> {
  const { path: signedPath = "/things/a", body: signedBody = "", at = new Date() } = signed;
  const method = "PUT";
  const headers = signedHeaders({
    origin: front.origin,
    method,
    path: signedPath,
    body: signedBody,
    at,
    service: "s3",
    credentials: operator,
  });
  const answer = await fetch(`${front.origin}${path}`, { method, body, headers: { ...headers, ...more } });
  return answer.status;
}

describe("a call", () => {
  it("of the SDK with the right secret key is answered", async () => {
    await expect(requested(operator)).resolves.toMatchObject({ $metadata: { httpStatusCode: 200 } });
  });

  it("with the right key id and another secret key is refused", async () => {
    const guessed = { ...operator, secretAccessKey: "x".repeat(40) };
    await expect(requested(guessed)).rejects.toMatchObject({ name: "InvalidSignatureException" });
  });

  it("with an unknown key is refused", async () => {
    const unknown = { accessKeyId: "AKIALOCALOPERATOR000", secretAccessKey: "x" };
    await expect(requested(unknown)).rejects.toMatchObject({ name: "UnrecognizedClientException" });
  });

  it("is answered with any path, query and body", async () => {
    expect(await sent({ path: "/things/a%20b%2Bc", body: "ü" })).toBe(200);
    expect(await sent({ path: "/things/a?list-type=2&prefix=a%2Fb&delimiter=&x" })).toBe(200);
  });

  it("is refused when its path, its query or its body differs", async () => {
    expect(await sent({}, { path: "/things/b" })).toBe(403);
    expect(await sent({ path: "/things/a?x=1" }, { path: "/things/a?x=2" })).toBe(403);
    expect(await sent({ body: "one" }, { body: "two" })).toBe(403);
  });

  it("is refused when it was signed long ago, or for a later time", async () => {
    const minutes = (count: number) => new Date(Date.now() + count * 60_000);
    expect(await sent({ at: minutes(-4) })).toBe(200);
    expect(await sent({ at: minutes(-6) })).toBe(403);
    expect(await sent({ at: minutes(6) })).toBe(403);
    expect(await sent({}, { more: { "x-amz-date": "yesterday" } })).toBe(403);
  });

  it("is refused without a signature, and with another signature scheme", async () => {
    for (const authorization of ["", "Bearer x", `AWS4-HMAC-SHA256 Credential=${operator.accessKeyId}/x`]) {
      expect((await fetch(`${front.origin}/things/a`, { headers: { authorization } })).status).toBe(403);
    }
  });
});

// The AWS CLI has its own implementation of signatures, which checks ours. It is not installed on every machine.
const hasCli = await promisify(execFile)("aws", ["--version"]).then(
  () => true,
  () => false,
);

it.runIf(hasCli)("of the AWS CLI is answered", async () => {
  const env = {
    PATH: process.env.PATH,
    HOME: "/nonexistent",
    AWS_ACCESS_KEY_ID: operator.accessKeyId,
    AWS_SECRET_ACCESS_KEY: operator.secretAccessKey,
    AWS_DEFAULT_REGION: "us-east-1",
    AWS_MAX_ATTEMPTS: "1",
  };
  const cli = (...args: string[]) => promisify(execFile)("aws", ["--endpoint-url", front.origin, ...args], { env });
  const key = JSON.stringify({ id: { S: "a b/ü" } });
  await expect(cli("dynamodb", "get-item", "--table-name", "things", "--key", key)).resolves.toMatchObject({
    stderr: "",
  });
});
