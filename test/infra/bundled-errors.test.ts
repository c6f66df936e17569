import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import * as dynamo from "@aws-sdk/client-dynamodb";
import * as s3 from "@aws-sdk/client-s3";
import * as sqs from "@aws-sdk/client-sqs";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleOptions } from "../../lib/bundles.ts";

/** What a Lambda imports, with one operation of each protocol. */
const ENTRY = `
  export { DynamoDBClient, PutItemCommand, ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
  export { SQSClient, SendMessageCommand } from "@aws-sdk/client-sqs";
  export { S3Client, GetObjectCommand } from "@aws-sdk/client-s3";
`;

type Sdk = Pick<typeof dynamo, "DynamoDBClient" | "PutItemCommand" | "ConditionalCheckFailedException"> &
  Pick<typeof sqs, "SQSClient" | "SendMessageCommand"> &
  Pick<typeof s3, "S3Client" | "GetObjectCommand">;

const whole: Sdk = { ...dynamo, ...sqs, ...s3 };
const folder = mkdtempSync(join(tmpdir(), "magpie-infra-"));
let bundled: Sdk;
let code = "";

beforeAll(async () => {
  const { entryPoints: _, ...options } = bundleOptions("test/errors.ts", folder);
  const stdin = { contents: ENTRY, resolveDir: import.meta.dirname };
  const { metafile } = await build({ ...options, absWorkingDir: folder, outdir: folder, stdin, metafile: true });
  code = Object.keys(metafile.outputs)
    .map((file) => readFileSync(join(folder, file), "utf8"))
    .join("\n");
  bundled = (await import(/* @vite-ignore */ pathToFileURL(join(folder, "stdin.mjs")).href)) as Sdk;
});

afterAll(() => rmSync(folder, { recursive: true }));

interface Answer {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

const json = (fields: object): Pick<Answer, "body"> => ({ body: JSON.stringify(fields) });

/** The properties of a client that gets one answer. */
const answering = ({ statusCode, headers = {}, body }: Answer) => ({
  region: "us-east-1",
  credentials: { accessKeyId: "id", secretAccessKey: "secret" },
  maxAttempts: 1,
  requestHandler: { handle: async () => ({ response: { statusCode, headers, body: Readable.from([body]) } }) },
});

type Call = (sdk: Sdk, answer: Answer) => Promise<unknown>;

const put: Call = (sdk, answer) =>
  new sdk.DynamoDBClient(answering(answer)).send(new sdk.PutItemCommand({ TableName: "t", Item: {} }));
const send: Call = (sdk, answer) =>
  new sdk.SQSClient(answering(answer)).send(
    new sdk.SendMessageCommand({ QueueUrl: "https://sqs.us-east-1.amazonaws.com/1/q", MessageBody: "text" }),
  );
const get: Call = (sdk, answer) =>
  new sdk.S3Client(answering(answer)).send(new sdk.GetObjectCommand({ Bucket: "b", Key: "k" }));

/** An error with its classes and all that it carries. */
async function thrown(call: Call, sdk: Sdk, answer: Answer) {
  const error = await call(sdk, answer).then(
    () => expect.unreachable("The call succeeded."),
    (reason: unknown) => reason as Error,
  );
  const classes: string[] = [];
  for (let of: object = Object.getPrototypeOf(error); of !== Object.prototype; of = Object.getPrototypeOf(of)) {
    classes.push(of.constructor.name);
  }
  return { classes, message: error.message, fields: { ...error } };
}

describe("an error of AWS in a bundle", () => {
  it.each<[string, Call, Answer]>([
    [
      "ConditionalCheckFailedException",
      put,
      {
        statusCode: 400,
        ...json({
          __type: "com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException",
          message: "The conditional request failed",
          Item: { id: { S: "1" }, data: { B: "AQI=" } },
        }),
      },
    ],
    [
      "ProvisionedThroughputExceededException",
      put,
      {
        statusCode: 400,
        ...json({
          __type: "ProvisionedThroughputExceededException",
          message: "Too fast",
          ThrottlingReasons: [{ reason: "TableWriteProvisionedThroughputExceeded", resource: "arn" }],
        }),
      },
    ],
    [
      "QueueDoesNotExist",
      send,
      {
        statusCode: 400,
        headers: { "x-amzn-query-error": "AWS.SimpleQueueService.NonExistentQueue;Sender" },
        ...json({ __type: "com.amazonaws.sqs#QueueDoesNotExist", message: "There is no such queue." }),
      },
    ],
    [
      "NoSuchKey",
      get,
      { statusCode: 404, body: "<Error><Code>NoSuchKey</Code><Message>None</Message><Key>k</Key></Error>" },
    ],
  ])("is of the SDK's class: %s", async (name, call, answer) => {
    const inBundle = await thrown(call, bundled, answer);
    expect(inBundle).toEqual(await thrown(call, whole, answer));
    expect(inBundle.classes[0]).toBe(name);
  });

  it("keeps its name when the service does not declare it for the operation", async () => {
    const answer = { statusCode: 400, ...json({ __type: "BackupNotFoundException", message: "None" }) };
    const { classes, message, fields } = await thrown(put, bundled, answer);
    expect({ classes, message, name: fields.name }).toMatchObject({
      classes: ["DynamoDBServiceException", "ServiceException", "Error"],
      message: "None",
      name: "BackupNotFoundException",
    });
  });

  it("is left out when no operation of the bundle throws it", () => {
    expect(code).toContain("ConditionalCheckFailedException");
    expect(code).not.toContain("BackupNotFoundException");
    expect(code).not.toContain("PurgeQueueInProgress");
    expect(code).not.toContain("NoSuchUpload");
  });
});
