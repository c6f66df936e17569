import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { assembly as assemblyOf, withoutStage } from "./assembly.ts";
import { AwsFront } from "./aws-front.ts";
import { Callers } from "./callers.ts";
import { cloudWatchService } from "./cloudwatch-service.ts";
import { DataFolder } from "./data-folder.ts";
import { dynamoService } from "./dynamo-service.ts";
import { egressSettings } from "./egress-map.ts";
import { send } from "./emulator-http.ts";
import { startEmulators } from "./emulators.ts";
import { readEventSources } from "./event-sources.ts";
import { readFunctions } from "./functions.ts";
import { gatewayApp } from "./gateway.ts";
import { readCors } from "./gateway-cors.ts";
import { readRoutes } from "./gateway-routes.ts";
import { REGION } from "./identities.ts";
import { InFlight } from "./in-flight.ts";
import { keptSecrets } from "./kept-secrets.ts";
import { lambdaService } from "./lambda-service.ts";
import { closeServer, listenOn } from "./listen.ts";
import { MailStore } from "./mail-store.ts";
import { MessageMoves } from "./message-moves.ts";
import type { LocalOptions } from "./options.ts";
import type { Outputs } from "./outputs.ts";
import { outputs } from "./outputs.ts";
import { roleStatements } from "./policies.ts";
import { Poller } from "./poller.ts";
import { deadLetterSources, ensureQueues } from "./queues.ts";
import { s3Service } from "./s3-service.ts";
import { ScheduleClock } from "./schedule-clock.ts";
import { readSchedules } from "./schedules.ts";
import { secretsService } from "./secrets-service.ts";
import { sesService } from "./ses-service.ts";
import { readSiteBehaviours } from "./site-behaviours.ts";
import { siteFront } from "./site-front.ts";
import { SqsEmulator } from "./sqs-emulator.ts";
import { sqsService } from "./sqs-service.ts";
import { startReport } from "./start-report.ts";
import { ensureTables } from "./tables.ts";
import { Template } from "./template.ts";
import { KEY_SET_PATH, LOCAL_ISSUER, TokenIssuer } from "./token-issuer.ts";
import { watchLambdas } from "./watch.ts";

/** How the runner is started, beside the environment's options. */
export interface RunnerOptions extends LocalOptions {
  /** Rebuilds and reloads Lambdas whose source changes. */
  readonly watch: boolean;
  /** Takes the start report and the functions' logs, a line at a time. */
  readonly say: (line: string) => void;
}

/** The running system. */
export interface Runner {
  readonly outputs: Outputs;
  /** Ends everything within a few seconds; what ran is taken up by the next start. */
  stop(): Promise<void>;
}

/** The two users whose tokens are in outputs.json. */
const ADMIN = { sub: "local-admin", groups: ["admin"] };
const MEMBER = { sub: "local-member", groups: [] };
const A_DAY = 86_400;
/** Milliseconds that running functions get to end when the runner is stopped. */
const STOP_PATIENCE_MS = 2_000;

/**
 * Starts the whole system on this machine from its synthesized template.
 *
 * @throws StartError with one clear line when the port or the data folder can't be had
 */
export async function startRunner(options: RunnerOptions): Promise<Runner> {
  const { timeScale, say } = options;
  const folder = DataFolder.open(options.dataFolder);
  const closing: (() => unknown)[] = [() => folder.close()];
  const stop = async () => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    // The addresses first: queue URLs and the API's own address are part of what the template resolves to.
    // A request that comes before all is ready waits for it: a 404 would be a client's last word.
    const ready = Promise.withResolvers<Hono>();
    const server = createAdaptorServer({ fetch: async (request, env) => (await ready.promise).fetch(request, env) });
    const apiUrl = await listenOn(server, options.port);
    const siteUrl = options.siteUrl ?? apiUrl;
    closing.push(() => closeServer(server));
    const callers = new Callers();
    const front = await AwsFront.listen(callers);
    closing.push(() => front.close());

    const emulators = await startEmulators(folder.file("emulators"), folder.killed);
    closing.push(() => emulators.close());
    folder.repaired();
    const sqs = new SqsEmulator(emulators.fauxqs);
    const assembly = await assemblyOf(folder.file("assembly"));
    const template = new Template(assembly.resources, { api: apiUrl, aws: front.origin });

    const tables = await ensureTables(template, emulators.dynamo);
    const queues = await ensureQueues(template, sqs);
    const buckets = template.ofType("AWS::S3::Bucket").map(({ ref }) => ref);
    for (const bucket of buckets) emulators.fauxqs.createBucket(bucket);

    const secrets = new Map([...keptSecrets(template, folder.database), ...options.secrets]);
    const mails = new MailStore(folder);

    const inFlight = new InFlight(folder.database);
    const moves = new MessageMoves(sqs, deadLetterSources(queues));
    closing.push(() => moves.settled());
    const statements = roleStatements(template);
    const rebuilt = options.watch ? folder.file("watched") : undefined;
    const functions = readFunctions({
      template,
      assembly,
      callers,
      statements,
      awsOrigin: front.origin,
      timeScale,
      siteUrl,
      pageSource: options.pageSource,
      chromiumPath: options.chromiumPath,
      egress: egressSettings({
        map: options.egressMap,
        own: [siteUrl, LOCAL_ISSUER],
        runner: apiUrl,
        passthrough: [new URL(front.origin).host],
      }),
      rebuilt,
      log: (name, line) => say(`[${withoutStage(name)}] ${line}`),
    });
    front.serve({
      DynamoDB_20120810: dynamoService(emulators.dynamo),
      AmazonSQS: sqsService({
        sqs,
        moves,
        inFlight,
        scale: timeScale,
        visibilityOf: (name) => queues.find((queue) => queue.name === name)?.visibilityTimeout,
        origin: front.origin,
      }),
      GraniteServiceVersion20100801: cloudWatchService(sqs, Date.now),
      secretsmanager: secretsService(secrets),
      lambda: lambdaService(functions),
      ses: sesService(mails, Date.now),
      s3: s3Service(sqs.port),
    });
    closing.push(() => Promise.all([...functions.values()].map((local) => local.close())));
    if (rebuilt !== undefined) closing.push(await watchLambdas(rebuilt, [...functions.values()], say));

    for (const { queue, receiptHandle } of inFlight.leftOver()) {
      await sqs.hide(queue, receiptHandle, 0);
      inFlight.ended([receiptHandle]);
    }
    const pollers = readEventSources({ template, queues, functions, statements }).map(
      (source) => new Poller(source, { sqs, inFlight, scale: timeScale, region: REGION }),
    );
    closing.push(() => Promise.all(pollers.map((poller) => poller.stop(STOP_PATIENCE_MS))));
    const clock = new ScheduleClock(readSchedules(template, functions, sqs), timeScale);
    closing.push(() => clock.stop());

    const tokens = await TokenIssuer.open(folder.path);
    const [api] = template.ofType("AWS::ApiGatewayV2::Api");
    if (api === undefined) throw new Error("The template has no HTTP API.");
    const functionByArn = (arn: string) => {
      const found = functions.get(arn);
      if (found === undefined) throw new Error(`The template names function ${arn} but does not have it.`);
      return found;
    };
    const gateway = gatewayApp({ routes: readRoutes(template, functionByArn), cors: readCors(api), tokens });
    const app = new Hono();
    app.use(
      siteFront({
        behaviours: readSiteBehaviours({ template, apiUrl, secrets }),
        siteUrl,
        apiUrl,
        api: gateway,
        object: (bucket, path) => send(sqs.port, "GET", `/${bucket}${path}`, "", {}),
      }),
    );
    app.post("/_local/schedules/:name/run", async (c) => {
      const fired = await clock.fire(c.req.param("name"));
      if (fired === undefined) return c.json({ message: `Schedules are: ${clock.names().join(", ")}.` }, 404);
      return c.json(fired, fired.ok ? 200 : 500);
    });
    app.get(KEY_SET_PATH, async (c) => c.json(await tokens.keySet()));
    app.get("/_local/mail/store", (c) => c.json({ emails: mails.all() }));
    app.route("/", gateway);

    const written = outputs({
      apiUrl,
      siteUrl,
      awsUrl: front.origin,
      operator: callers.operator(),
      tables,
      queues,
      buckets,
      schedules: clock.names(),
      functions: [...functions.values()].map(({ definition }) => definition.name),
      mailUrl: `${apiUrl}/_local/mail`,
      tokens: {
        admin: await tokens.sign({ ...ADMIN, expiresInSeconds: A_DAY }),
        member: await tokens.sign({ ...MEMBER, expiresInSeconds: A_DAY }),
      },
    });
    for (const poller of pollers) poller.start();
    clock.start();
    ready.resolve(app);
    folder.writeJson("outputs.json", written);
    say(
      startReport({
        template,
        statements,
        lines: [
          ["API", apiUrl],
          ["site", siteUrl],
          ["DynamoDB, SQS, S3, SES, CloudWatch, Secrets Manager, Lambda", front.origin],
          ["data folder", folder.path],
          ["tables", tables.join(", ")],
          ["queues", queues.map(({ name }) => name).join(", ")],
          ["buckets", buckets.join(", ")],
          ["functions", written.functions.join(", ")],
          ["mails", `${written.mail.url}/store`],
          ["schedules", clock.names().join(", ")],
          ["time scale", String(timeScale)],
          ["pages of Mercari", options.pageSource],
          [
            "outside world",
            options.egressMap === undefined ? "real" : `only ${Object.keys(options.egressMap).join(", ")}`,
          ],
        ],
      }),
    );
    return { outputs: written, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
