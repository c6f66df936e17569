import { fork } from "node:child_process";
import { once } from "node:events";
import { readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { CreateTableCommand } from "@aws-sdk/client-dynamodb";
import { buildBundles } from "../../lib/bundles.ts";
import { Callers } from "../../lib/local/access/callers.ts";
import type { AwsCall } from "../../lib/local/emulators/aws-endpoint.ts";
import { AwsEndpoint } from "../../lib/local/emulators/aws-endpoint.ts";
import { startEmulators } from "../../lib/local/emulators/emulators.ts";
import { SqsEmulator } from "../../lib/local/emulators/sqs-emulator.ts";
import { ACCOUNT } from "../../lib/local/template/identities.ts";
import { startDynamo } from "../emulators/dynamo.ts";
import { httpEvent } from "../emulators/http-event.ts";
import { servicesOf } from "../local/emulators/aws-services.ts";
import type { ColdStart } from "./cold-start-child.ts";
import type { Figure } from "./figures.ts";
import { interleaved, median, printFigures } from "./figures.ts";
import { buildPeers } from "./peers/bundles.ts";
import { installPeers } from "./peers.ts";
import { inTemporaryFolder } from "./processes.ts";

const ROUNDS = 15;

type Variant = "magpie" | keyof ReturnType<typeof buildPeers>;

/** Import and first request of the function that creates stocks, and the size of its bundle, against its peers. */
export async function coldStart(): Promise<readonly Figure[]> {
  await installPeers();
  return inTemporaryFolder(async (folder) => {
    await buildBundles(folder);
    const bundles: Record<Variant, string> = { magpie: join(folder, "slides-api/index.mjs"), ...buildPeers() };
    const { env, close } = await startServices(join(folder, "emulators"));
    try {
      const { magpie, powertools, express, expressMini } = await interleaved(ROUNDS, {
        magpie: (round) => createOne("magpie", bundles.magpie, round, env),
        powertools: (round) => createOne("powertools", bundles.powertools, round, env),
        express: (round) => createOne("express", bundles.express, round, env),
        expressMini: (round) => createOne("expressMini", bundles.expressMini, round, env),
      });
      const cold = (against: string, theirs: readonly ColdStart[], aim: number): readonly Figure[] => {
        const figure = (name: string, measure: (sample: ColdStart) => number): Figure => ({
          name: `cold start: ${name}`,
          unit: "ms",
          ours: median(magpie.map(measure)),
          against,
          theirs: median(theirs.map(measure)),
        });
        return [
          { ...figure("import + first 201", (it) => it.importing + it.firstRequest), aim },
          figure("import alone", (it) => it.importing),
          figure("first 201 alone", (it) => it.firstRequest),
        ];
      };
      const size = (against: string, theirs: string, aim: number): Figure => ({
        name: "bundle size",
        unit: "KB",
        ours: kilobytes(bundles.magpie),
        against,
        theirs: kilobytes(theirs),
        aim,
      });
      return [
        ...cold(POWERTOOLS, powertools, 0.7),
        ...cold(EXPRESS, express, 0.6),
        ...cold(EXPRESS_MINI, expressMini, 0.6),
        size(`${POWERTOOLS}, SDK outside`, bundles.powertools, 0.7),
        size(EXPRESS, bundles.express, 0.6),
        size(EXPRESS_MINI, bundles.expressMini, 0.6),
      ];
    } finally {
      await close();
    }
  });
}

const POWERTOOLS = "Powertools, NodejsFunction's bundling";
const EXPRESS = "Express, import { z }, our bundling";
const EXPRESS_MINI = "Express, our zod, our bundling";

/** The emulators, once for all variants, and the environment by which a function finds them. */
async function startServices(folder: string) {
  const dynamo = await startDynamo();
  // The emulator's DynamoDB on disk is not used: a table in memory takes the least time, and the same for each variant.
  const emulators = await startEmulators(folder, false);
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
  return {
    // Only a function's environment: no HOME with settings to read, no NODE_OPTIONS.
    env: {
      AWS_ACCESS_KEY_ID: operator.accessKeyId,
      AWS_SECRET_ACCESS_KEY: operator.secretAccessKey,
      AWS_REGION: "us-east-1",
      AWS_LAMBDA_FUNCTION_NAME: "slides-api",
      AWS_ENDPOINT_URL_DYNAMODB: await dynamo.emulator.open(),
      AWS_ENDPOINT_URL_SQS: front.origin,
      STOCKS_TABLE: "stocks",
      IDEMPOTENCY_KEYS_TABLE: "idempotency_keys",
      IDEMPOTENCY_TABLE: idempotency,
      OEMBED_FETCH_QUEUE_URL: `${front.origin}/${ACCOUNT}/oembed-fetch`,
      WAIT_SCALE: "1",
    },
    close: () => Promise.all([dynamo.close(), front.close(), emulators.close()]),
  };
}

/** Creates a stock in a separate process. @throws Error when the answer is not 201: a quick rejection is no cold start */
async function createOne(user: Variant, bundle: string, round: number, env: NodeJS.ProcessEnv): Promise<ColdStart> {
  const event = httpEvent({
    route: "POST /v1/stocks",
    user,
    body: { url: `https://speakerdeck.com/${user}/deck-${round}`, memo: "for the reading group" },
  });
  const child = fork(join(import.meta.dirname, "cold-start-child.ts"), [bundle, JSON.stringify(event)], {
    env,
    execArgv: [],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const written: Buffer[] = [];
  child.stderr?.on("data", (chunk: Buffer) => written.push(chunk));
  const measured = await Promise.race([
    once(child, "message").then(([message]) => message as ColdStart),
    once(child, "close").then(() => undefined),
  ]);
  if (measured?.status !== 201) throw new Error(`${user} answered ${measured?.status}: ${Buffer.concat(written)}`);
  return measured;
}

/** The size of a bundle's code that a start reads: of a folder all files, of a single file the file itself. */
function kilobytes(module: string): number {
  const folder = dirname(module);
  const files = basename(module).startsWith("index.")
    ? readdirSync(folder).flatMap((name) => (name.endsWith(".map") ? [] : [join(folder, name)]))
    : [module];
  return files.reduce((sum, file) => sum + statSync(file).size, 0) / 1_000;
}

if (import.meta.main) printFigures(await coldStart());
