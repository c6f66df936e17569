import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { CreateTableCommand } from "@aws-sdk/client-dynamodb";
import type { apiUses } from "../../lambdas/slides/uses.ts";
import { Callers } from "../../lib/local/access/callers.ts";
import type { AwsCall } from "../../lib/local/emulators/aws-endpoint.ts";
import { AwsEndpoint } from "../../lib/local/emulators/aws-endpoint.ts";
import { startEmulators } from "../../lib/local/emulators/emulators.ts";
import { SqsEmulator } from "../../lib/local/emulators/sqs-emulator.ts";
import { ACCOUNT } from "../../lib/local/template/identities.ts";
import { startDynamo } from "../emulators/dynamo.ts";
import { httpEvent } from "../emulators/http-event.ts";
import { servicesOf } from "../local/emulators/aws-services.ts";
import type { ColdStart, Invoked } from "./cold-start-child.ts";
import { IMPORTED } from "./cold-start-child.ts";
import type { CpuShare } from "./cpu-share.ts";
import { startTlsFront } from "./tls-front.ts";

/** The table and the queue of the functions that create stocks, and the environment by which a function finds them. */
export interface StockServices {
  readonly env: NodeJS.ProcessEnv;
  close(): Promise<unknown>;
}

/** Starts the emulators, once for all functions. @param folder for their files */
export async function startStockServices(folder: string): Promise<StockServices> {
  mkdirSync(folder, { recursive: true });
  const dynamo = await startDynamo();
  // The emulator's DynamoDB on disk is not used: a table in memory takes the least time, and the same for each variant.
  const emulators = await startEmulators(join(folder, "emulators"), false);
  const tlsFront = await startTlsFront(folder);
  const sqs = new SqsEmulator(emulators.fauxqs);
  await sqs.call("CreateQueue", { QueueName: "oembed-fetch" });
  const callers = new Callers();
  const operator = callers.operator();
  const front = await AwsEndpoint.listen(callers);
  const sent = ({ operation, body }: AwsCall) =>
    sqs.raw(operation, JSON.stringify({ ...JSON.parse(body.toString()), QueueUrl: sqs.url("oembed-fetch") }));
  front.serve(servicesOf({ AmazonSQS: sent }));
  const idempotency = "powertools_idempotency";
  await dynamo.client.send(
    new CreateTableCommand({
      TableName: idempotency,
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
      KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
    }),
  );
  const queueOrigin = await tlsFront.open(front.origin);
  // Typed by what the function reads: without one of its variables it answers 500.
  const variables: Readonly<Record<keyof typeof apiUses, string>> = {
    STOCKS_TABLE: "stocks",
    IDEMPOTENCY_KEYS_TABLE: "idempotency_keys",
    OEMBED_FETCH_QUEUE_URL: `${queueOrigin}/${ACCOUNT}/oembed-fetch`,
    GROUPS_CLAIM: "cognito:groups",
    SITE_URL: "https://magpie.example",
    WAIT_SCALE: "1",
  };
  return {
    // Only a function's environment: no HOME with settings to read, no NODE_OPTIONS.
    env: {
      AWS_ACCESS_KEY_ID: operator.accessKeyId,
      AWS_SECRET_ACCESS_KEY: operator.secretAccessKey,
      AWS_REGION: "us-east-1",
      AWS_LAMBDA_FUNCTION_NAME: "slides-api",
      AWS_LAMBDA_INITIALIZATION_TYPE: "on-demand",
      AWS_ENDPOINT_URL_DYNAMODB: await tlsFront.open(await dynamo.emulator.open()),
      AWS_ENDPOINT_URL_SQS: queueOrigin,
      NODE_EXTRA_CA_CERTS: tlsFront.certificate,
      IDEMPOTENCY_TABLE: idempotency,
      ...variables,
    },
    async close() {
      tlsFront.close();
      await Promise.all([dynamo.close(), front.close(), emulators.close()]);
    },
  };
}

/** How a function runs. */
export interface Run {
  readonly env: NodeJS.ProcessEnv;
  /** The function's CPU after its init phase; by default all that the machine has. */
  readonly share?: CpuShare | undefined;
  /** Requests after the first one. */
  readonly later?: number;
}

/**
 * Creates stocks with a function in a separate process.
 *
 * @param name of the function. Each round has a user of its own: what a user may save in an hour is limited
 * @throws Error when an answer is not 201: a quick rejection is neither a cold start nor a warm request
 */
export async function createStocks(name: string, bundle: string, round: string, run: Run): Promise<ColdStart> {
  const user = `${name}-${round}`;
  const events = Array.from({ length: 1 + (run.later ?? 0) }, (_, index) =>
    httpEvent({
      route: "POST /v1/stocks",
      user,
      body: { url: `https://speakerdeck.com/${user}/deck-${index}`, memo: "for the reading group" },
    }),
  );
  const { measured, answers } = await invoked(bundle, events, run);
  const other = answers.find((answer) => (answer as { statusCode?: number }).statusCode !== 201);
  if (other !== undefined) throw new Error(`${user} answered ${JSON.stringify(other)}`);
  return measured;
}

/** Invokes a function in a separate process, once for each event. @throws Error with its output when it fails */
async function invoked(bundle: string, events: readonly object[], { env, share }: Run): Promise<Invoked> {
  const args = [bundle, "256", ...events.map((event) => JSON.stringify(event))];
  const child = fork(join(import.meta.dirname, "cold-start-child.ts"), args, {
    env,
    execArgv: [],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const written: Buffer[] = [];
  child.stderr?.on("data", (chunk: Buffer) => written.push(chunk));
  const ended = once(child, "close");
  const message = () => Promise.race([once(child, "message").then(([value]) => value), ended.then(() => undefined)]);
  if ((await message()) === IMPORTED) {
    if (child.pid !== undefined) share?.admit(child.pid);
    child.send("continue");
    const result = await message();
    await ended;
    if (result !== undefined) return result as Invoked;
  }
  throw new Error(`${bundle} failed: ${Buffer.concat(written)}`);
}
