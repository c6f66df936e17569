import { DatabaseSync } from "node:sqlite";
import { DynamoDBClient, GetItemCommand, PutItemCommand, QueryCommand } from "@aws-sdk/client-dynamodb";
import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from "@aws-sdk/client-sqs";
import { describe, expect, it } from "vitest";
import type { Credentials } from "../../../lib/local/access/callers.ts";
import { roleStatements } from "../../../lib/local/access/policies.ts";
import { dynamoService } from "../../../lib/local/emulators/dynamo-service.ts";
import { InFlight } from "../../../lib/local/emulators/in-flight.ts";
import { MessageMoves } from "../../../lib/local/emulators/message-moves.ts";
import { s3Service } from "../../../lib/local/emulators/s3-service.ts";
import { sqsService } from "../../../lib/local/emulators/sqs-service.ts";
import { ensureTables } from "../../../lib/local/emulators/tables.ts";
import { deadLetterSources, ensureQueues } from "../../../lib/local/events/queues.ts";
import type { Resource } from "../../../lib/local/template/assembly.ts";
import { arn } from "../../../lib/local/template/identities.ts";
import { Template } from "../../../lib/local/template/template.ts";
import { AwsFront } from "../emulators/aws-front.ts";
import { keySchema, strings } from "../emulators/dynamo-tables.ts";
import { StartedEmulators } from "../emulators/started-emulators.ts";
import { signedHeaders } from "./signed-headers.ts";

const arnOf = (logicalId: string) => ({ "Fn::GetAtt": [logicalId, "Arn"] });
const allow = (Action: unknown, Resource: unknown) => ({ Effect: "Allow", Action, Resource });

const index = {
  IndexName: "by_colour",
  KeySchema: keySchema("colour"),
  Projection: { ProjectionType: "ALL" },
};
const RESOURCES: Readonly<Record<string, Resource>> = {
  Things: {
    Type: "AWS::DynamoDB::Table",
    Properties: {
      TableName: "things",
      KeySchema: keySchema("id"),
      AttributeDefinitions: strings("id", "colour"),
      GlobalSecondaryIndexes: [index],
    },
  },
  Dead: { Type: "AWS::SQS::Queue", Properties: { QueueName: "dead" } },
  Work: {
    Type: "AWS::SQS::Queue",
    Properties: { QueueName: "work", RedrivePolicy: { deadLetterTargetArn: arnOf("Dead"), maxReceiveCount: 1 } },
  },
  Pages: { Type: "AWS::S3::Bucket", Properties: { BucketName: "pages" } },
  Role: {
    Type: "AWS::IAM::Role",
    Properties: {
      RoleName: "reader",
      Policies: [
        {
          PolicyName: "grants",
          PolicyDocument: {
            Statement: [
              allow("dynamodb:GetItem", arnOf("Things")),
              allow(["sqs:SendMessage", "sqs:Get*"], [arnOf("Work")]),
              allow("s3:GetObject", { "Fn::Join": ["", [arnOf("Pages"), "/public/*"]] }),
              allow("s3:PutObject", { "Fn::Join": ["/", [arnOf("Pages"), "*"]] }),
              { Effect: "Deny", Action: "s3:*Object", Resource: "arn:aws:s3:::pages/public/secret-?" },
            ],
          },
        },
      ],
    },
  },
};

const emulators = new StartedEmulators();
let reader: Credentials;
const front = new AwsFront(async (origin) => {
  const { sqs } = emulators;
  const { dynamo, fauxqs } = emulators.all;
  const template = new Template(RESOURCES, { api: "http://127.0.0.1:1", aws: origin });
  await ensureTables(template, dynamo);
  const queues = await ensureQueues(template, sqs);
  fauxqs.createBucket("pages");
  const moves = new MessageMoves(sqs, deadLetterSources(queues), async () => undefined);
  const inFlight = new InFlight(new DatabaseSync(":memory:"));
  const [[role, statements] = ["", []]] = roleStatements(template);
  reader = front.callers.function("local-reader", role, statements);
  return {
    DynamoDB_20120810: dynamoService(dynamo),
    AmazonSQS: sqsService({ sqs, moves, inFlight, scale: 1, visibilityOf: () => 30, origin }),
    s3: s3Service(sqs.port),
  };
});
const { operator } = front;

const dynamo = (credentials = reader) => new DynamoDBClient(front.client(credentials));
const sqs = (credentials = reader) => new SQSClient(front.client(credentials));
const queueUrl = (name: string) => `${front.origin}/000000000000/${name}`;
const send = (queue: string, credentials = reader) =>
  sqs(credentials).send(new SendMessageCommand({ QueueUrl: queueUrl(queue), MessageBody: "hello" }));

/** A call of S3, signed like by its clients. */
async function s3(method: string, path: string, credentials = reader): Promise<{ status: number; text: string }> {
  const body = method === "PUT" ? "<p>hello</p>" : "";
  const headers = signedHeaders({ origin: front.origin, method, path, body, service: "s3", credentials });
  const response = await fetch(`${front.origin}${path}`, { method, headers, ...(body === "" ? {} : { body }) });
  return { status: response.status, text: await response.text() };
}

const refusal = (action: string, resource: string) => ({
  name: "AccessDeniedException",
  message: `User: arn:aws:sts::000000000000:assumed-role/reader/local-reader is not authorized to perform: ${action} on resource: ${resource} because no identity-based policy allows the ${action} action`,
});

const THINGS = arn("dynamodb", "table/things");
const [WORK, DEAD] = [arn("sqs", "work"), arn("sqs", "dead")];

const get = (id: string, TableName = "things") => new GetItemCommand({ TableName, Key: { id: { S: id } } });
const put = (Item: PutItemCommand["input"]["Item"]) => new PutItemCommand({ TableName: "things", Item });

describe("DynamoDB under a function's role", () => {
  it("allows what the role allows, and nothing else: a denied write has no effect", async () => {
    const red = { id: { S: "a" }, colour: { S: "red" } };
    await dynamo(operator).send(put(red));
    expect((await dynamo().send(get("a"))).Item).toEqual(red);
    await expect(dynamo().send(put({ id: { S: "b" } }))).rejects.toMatchObject(refusal("dynamodb:PutItem", THINGS));
    expect((await dynamo(operator).send(get("b"))).Item).toBeUndefined();
    const others = refusal("dynamodb:GetItem", THINGS.replace("things", "others"));
    await expect(dynamo().send(get("a", "others"))).rejects.toMatchObject(others);
  });

  it("treats an index as a separate resource", async () => {
    const query = new QueryCommand({
      TableName: "things",
      IndexName: "by_colour",
      KeyConditionExpression: "colour = :red",
      ExpressionAttributeValues: { ":red": { S: "red" } },
    });
    await expect(dynamo().send(query)).rejects.toMatchObject(refusal("dynamodb:Query", `${THINGS}/index/by_colour`));
    expect((await dynamo(operator).send(query)).Count).toBe(1);
  });
});

describe("SQS under a function's role", () => {
  it("allows what the role allows, by name and by wildcard", async () => {
    expect((await send("work")).MessageId).toMatch(/./);
    const QueueUrl = queueUrl("work");
    const batch = new SendMessageBatchCommand({ QueueUrl, Entries: [{ Id: "a", MessageBody: "hello" }] });
    expect((await sqs().send(batch)).Successful).toHaveLength(1);
    const attributes = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["QueueArn"] });
    expect((await sqs().send(attributes)).Attributes?.QueueArn).toBe(WORK);
  });

  it("denies another action, and the same one on another queue", async () => {
    const receive = new ReceiveMessageCommand({ QueueUrl: queueUrl("work") });
    await expect(sqs().send(receive)).rejects.toMatchObject(refusal("sqs:ReceiveMessage", WORK));
    await expect(send("dead")).rejects.toMatchObject(refusal("sqs:SendMessage", DEAD));
  });

  it("denies a redrive without all of its permissions", async () => {
    const redrive = new StartMessageMoveTaskCommand({ SourceArn: DEAD });
    await expect(sqs().send(redrive)).rejects.toMatchObject(refusal("sqs:StartMessageMoveTask", DEAD));
    const half = front.functionThatMay("half", ["sqs:StartMessageMoveTask", "sqs:ReceiveMessage"], [DEAD]);
    await expect(sqs(half).send(redrive)).rejects.toThrow(/not authorized to perform: sqs:DeleteMessage/);
  });
});

describe("S3 under a function's role", () => {
  it("allows what the role allows", async () => {
    expect((await s3("PUT", "/pages/public/index.html")).status).toBe(200);
    expect(await s3("GET", "/pages/public/index.html")).toEqual({ status: 200, text: "<p>hello</p>" });
  });

  it("denies other resources, in S3's own format", async () => {
    await s3("PUT", "/pages/private/index.html", operator);
    const reply = await s3("GET", "/pages/private/index.html");
    expect(reply.status).toBe(403);
    expect(reply.text).toContain("<Code>AccessDenied</Code>");
    expect(reply.text).toContain("s3:GetObject");
    expect((await s3("DELETE", "/pages/public/index.html")).status).toBe(403);
    expect((await s3("GET", "/pages")).status).toBe(403);
  });

  it("reports a missing object only to roles that may list the bucket", async () => {
    expect((await s3("GET", "/pages/public/nothing.html", operator)).status).toBe(404);
    const reply = await s3("GET", "/pages/public/nothing.html");
    expect([reply.status, reply.text]).toEqual([403, expect.stringContaining("s3:ListBucket")]);
    expect((await s3("HEAD", "/pages/public/nothing.html")).status).toBe(403);
  });

  it("lets a Deny override every Allow", async () => {
    await s3("PUT", "/pages/public/secret-1", operator);
    const denied = await s3("GET", "/pages/public/secret-1");
    expect(denied.status).toBe(403);
    expect(denied.text).toContain("with an explicit deny in an identity-based policy");
    expect((await s3("PUT", "/pages/public/secret-1")).status).toBe(403);
    expect((await s3("PUT", "/pages/public/secret-12")).status).toBe(200);
  });
});

describe("callers", () => {
  it("with an unknown key are denied", async () => {
    const unknownCaller = { accessKeyId: "AKIASTRANGER", secretAccessKey: "x" };
    await expect(dynamo(unknownCaller).send(get("a"))).rejects.toMatchObject({ name: "UnrecognizedClientException" });
    expect((await s3("GET", "/pages/public/index.html", unknownCaller)).status).toBe(403);
    expect((await fetch(`${front.origin}/pages/public/index.html`)).status).toBe(403);
  });

  it("with the machine operator's key may do everything, and with a role without statements nothing", async () => {
    await sqs(operator).send(new CreateQueueCommand({ QueueName: "another" }));
    expect((await send("another", operator)).MessageId).toMatch(/./);
    const powerless = front.functionThatMay("nobody", [], []);
    await expect(dynamo(powerless).send(get("a"))).rejects.toMatchObject({ name: "AccessDeniedException" });
  });
});
