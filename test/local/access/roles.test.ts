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
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Credentials } from "../../../lib/local/access/callers.ts";
import { Callers } from "../../../lib/local/access/callers.ts";
import { roleStatements } from "../../../lib/local/access/policies.ts";
import { AwsEndpoint } from "../../../lib/local/emulators/aws-endpoint.ts";
import { dynamoService } from "../../../lib/local/emulators/dynamo-service.ts";
import type { Emulators } from "../../../lib/local/emulators/emulators.ts";
import { startEmulators } from "../../../lib/local/emulators/emulators.ts";
import { InFlight } from "../../../lib/local/emulators/in-flight.ts";
import { MessageMoves } from "../../../lib/local/emulators/message-moves.ts";
import { s3Service } from "../../../lib/local/emulators/s3-service.ts";
import { secretsService } from "../../../lib/local/emulators/secrets-service.ts";
import { sesService } from "../../../lib/local/emulators/ses-service.ts";
import { SqsEmulator } from "../../../lib/local/emulators/sqs-emulator.ts";
import { sqsService } from "../../../lib/local/emulators/sqs-service.ts";
import { ensureTables } from "../../../lib/local/emulators/tables.ts";
import { deadLetterSources, ensureQueues } from "../../../lib/local/events/queues.ts";
import { lambdaService } from "../../../lib/local/functions/lambda-service.ts";
import type { Resource } from "../../../lib/local/template/assembly.ts";
import { Template } from "../../../lib/local/template/template.ts";
import { servicesOf } from "../emulators/aws-services.ts";
import { temporaryFolder } from "../system.ts";
import { signedHeaders } from "./signed-headers.ts";

const arnOf = (logicalId: string) => ({ "Fn::GetAtt": [logicalId, "Arn"] });
const allow = (Action: unknown, Resource: unknown) => ({ Effect: "Allow", Action, Resource });

const key = (name: string, KeyType: string) => ({ AttributeName: name, KeyType });
const index = {
  IndexName: "by_colour",
  KeySchema: [key("colour", "HASH")],
  Projection: { ProjectionType: "ALL" },
};
const RESOURCES: Readonly<Record<string, Resource>> = {
  Things: {
    Type: "AWS::DynamoDB::Table",
    Properties: {
      TableName: "things",
      KeySchema: [key("id", "HASH")],
      AttributeDefinitions: ["id", "colour"].map((AttributeName) => ({ AttributeName, AttributeType: "S" })),
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

const folder = temporaryFolder();
const callers = new Callers();
const operator = callers.operator();
let reader: Credentials;
let front: AwsEndpoint;
let emulators: Emulators;

beforeAll(async () => {
  front = await AwsEndpoint.listen(callers);
  emulators = await startEmulators(folder.path, false);
  const template = new Template(RESOURCES, { api: "http://127.0.0.1:1", aws: front.origin });
  await ensureTables(template, emulators.dynamo);
  const sqs = new SqsEmulator(emulators.fauxqs);
  const queues = await ensureQueues(template, sqs);
  emulators.fauxqs.createBucket("pages");
  const moves = new MessageMoves(sqs, deadLetterSources(queues), async () => undefined);
  front.serve(
    servicesOf({
      DynamoDB_20120810: dynamoService(emulators.dynamo),
      AmazonSQS: sqsService({
        sqs,
        moves,
        inFlight: new InFlight(new DatabaseSync(":memory:")),
        scale: 1,
        visibilityOf: () => 30,
        origin: front.origin,
      }),
      secretsmanager: secretsService(new Map()),
      lambda: lambdaService(new Map()),
      ses: sesService({ add: () => undefined }, Date.now),
      s3: s3Service(sqs.port),
    }),
  );
  const [[arn, statements] = ["", []]] = roleStatements(template);
  reader = callers.function("local-reader", arn, statements);
});

afterAll(async () => {
  await front.close();
  await emulators.close();
  folder.remove();
});

const client = (credentials: Credentials) => ({
  region: "us-east-1",
  endpoint: front.origin,
  credentials,
  maxAttempts: 1,
});
const dynamo = (credentials = reader) => new DynamoDBClient(client(credentials));
const sqs = (credentials = reader) => new SQSClient(client(credentials));
const queueUrl = (name: string) => `${front.origin}/000000000000/${name}`;

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

const THINGS = "arn:aws:dynamodb:us-east-1:000000000000:table/things";
const WORK = "arn:aws:sqs:us-east-1:000000000000:work";
const DEAD = "arn:aws:sqs:us-east-1:000000000000:dead";

describe("DynamoDB under a function's role", () => {
  it("allows what the role allows", async () => {
    await dynamo(operator).send(
      new PutItemCommand({ TableName: "things", Item: { id: { S: "a" }, colour: { S: "red" } } }),
    );
    const { Item } = await dynamo().send(new GetItemCommand({ TableName: "things", Key: { id: { S: "a" } } }));
    expect(Item).toEqual({ id: { S: "a" }, colour: { S: "red" } });
  });

  it("denies another action, which has no effect", async () => {
    const put = new PutItemCommand({ TableName: "things", Item: { id: { S: "b" } } });
    await expect(dynamo().send(put)).rejects.toMatchObject(refusal("dynamodb:PutItem", THINGS));
    const { Item } = await dynamo(operator).send(new GetItemCommand({ TableName: "things", Key: { id: { S: "b" } } }));
    expect(Item).toBeUndefined();
  });

  it("denies the same action on another table", async () => {
    const get = new GetItemCommand({ TableName: "others", Key: { id: { S: "a" } } });
    await expect(dynamo().send(get)).rejects.toMatchObject(
      refusal("dynamodb:GetItem", THINGS.replace("things", "others")),
    );
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
    const sent = await sqs().send(new SendMessageCommand({ QueueUrl: queueUrl("work"), MessageBody: "hello" }));
    expect(sent.MessageId).toMatch(/./);
    const batch = await sqs().send(
      new SendMessageBatchCommand({ QueueUrl: queueUrl("work"), Entries: [{ Id: "a", MessageBody: "hello" }] }),
    );
    expect(batch.Successful).toHaveLength(1);
    const { Attributes } = await sqs().send(
      new GetQueueAttributesCommand({ QueueUrl: queueUrl("work"), AttributeNames: ["QueueArn"] }),
    );
    expect(Attributes?.QueueArn).toBe(WORK);
  });

  it("denies another action, and the same one on another queue", async () => {
    await expect(sqs().send(new ReceiveMessageCommand({ QueueUrl: queueUrl("work") }))).rejects.toMatchObject(
      refusal("sqs:ReceiveMessage", WORK),
    );
    await expect(
      sqs().send(new SendMessageCommand({ QueueUrl: queueUrl("dead"), MessageBody: "hello" })),
    ).rejects.toMatchObject(refusal("sqs:SendMessage", DEAD));
  });

  it("denies a redrive without all of its permissions", async () => {
    await expect(sqs().send(new StartMessageMoveTaskCommand({ SourceArn: DEAD }))).rejects.toMatchObject(
      refusal("sqs:StartMessageMoveTask", DEAD),
    );
    const moves = [
      {
        effect: "Allow",
        actions: ["sqs:StartMessageMoveTask", "sqs:ReceiveMessage"],
        resources: [DEAD],
      },
    ] as const;
    const half = callers.function("local-half", "arn:aws:iam::000000000000:role/half", moves);
    await expect(sqs(half).send(new StartMessageMoveTaskCommand({ SourceArn: DEAD }))).rejects.toThrow(
      /not authorized to perform: sqs:DeleteMessage/,
    );
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
    const get = new GetItemCommand({ TableName: "things", Key: { id: { S: "a" } } });
    await expect(dynamo(unknownCaller).send(get)).rejects.toMatchObject({ name: "UnrecognizedClientException" });
    expect((await s3("GET", "/pages/public/index.html", unknownCaller)).status).toBe(403);
    expect((await fetch(`${front.origin}/pages/public/index.html`)).status).toBe(403);
  });

  it("with the machine operator's key may do everything", async () => {
    await sqs(operator).send(new CreateQueueCommand({ QueueName: "another" }));
    const send = new SendMessageCommand({ QueueUrl: queueUrl("another"), MessageBody: "hello" });
    expect((await sqs(operator).send(send)).MessageId).toMatch(/./);
  });

  it("with a role without statements may do nothing", async () => {
    const powerless = callers.function("local-nobody", "arn:aws:iam::000000000000:role/nobody", []);
    const get = new GetItemCommand({ TableName: "things", Key: { id: { S: "a" } } });
    await expect(dynamo(powerless).send(get)).rejects.toMatchObject({ name: "AccessDeniedException" });
  });
});
