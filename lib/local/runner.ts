import { setTimeout as pause } from "node:timers/promises";
import { createAdaptorServer } from "@hono/node-server";
import type { Hono } from "hono";
import { Callers, operatorKey } from "./access/callers.ts";
import { roleStatements } from "./access/policies.ts";
import { ResourcePolicies } from "./access/resource-policies.ts";
import { LocalAlarms } from "./alarms/local-alarms.ts";
import { awsServices } from "./aws-services.ts";
import { DataFolder } from "./data-folder.ts";
import { egressSettings } from "./egress/egress-map.ts";
import { AwsEndpoint } from "./emulators/aws-endpoint.ts";
import { InFlight } from "./emulators/in-flight.ts";
import { MailStore } from "./emulators/mail-store.ts";
import { MessageMoves } from "./emulators/message-moves.ts";
import type { QueueDepth, SqsEmulator } from "./emulators/sqs-emulator.ts";
import { startEngines } from "./engines.ts";
import { readEventSources } from "./events/event-sources.ts";
import { Poller } from "./events/poller.ts";
import { deadLetterSources } from "./events/queues.ts";
import { ScheduleClock } from "./events/schedule-clock.ts";
import { readSchedules } from "./events/schedules.ts";
import { CustomResources } from "./functions/custom-resources.ts";
import { EnvironmentPool } from "./functions/environment-pool.ts";
import type { ExecutionEnvironment } from "./functions/execution-environment.ts";
import { readFunctions } from "./functions/functions.ts";
import { LOCAL_ISSUER, TokenIssuer } from "./gateway/token-issuer.ts";
import { closeServer, listenOn } from "./listen.ts";
import { localApp } from "./local-app.ts";
import type { LocalOptions } from "./options.ts";
import type { Outputs } from "./outputs.ts";
import { outputs } from "./outputs.ts";
import { shortenLine } from "./short-line.ts";
import { ConsoleAccess } from "./sign-in/console-access.ts";
import { PageReload } from "./site/page-reload.ts";
import { StartError } from "./start-error.ts";
import { startReport } from "./start-report.ts";
import { isStorageFailure, storageFailureLine } from "./storage-failure.ts";
import { withoutStage } from "./template/assembly.ts";
import { REGION } from "./template/identities.ts";
import { watchSources } from "./watch.ts";

export interface RunnerOptions extends LocalOptions {
  /** Rebuilds and reloads Lambdas whose source changes. */
  readonly watch: boolean;
  /** Ends the start once it is aborted. */
  readonly ending?: AbortSignal;
  /** Whether the schedules fire (default true). `POST /_local/schedules/{name}/run` fires a schedule in either case. */
  readonly schedules?: boolean;
  /** Shortens the lines of the functions' logs (default false). */
  readonly brief?: boolean;
  /** Receives the functions' logs and what the runner has to tell, a line at a time. */
  readonly say: (line: string) => void;
}

export interface Runner {
  readonly outputs: Outputs;
  /** What runs, where, and what is not emulated. */
  readonly report: string;
  /** Stops everything within a few seconds; the next start resumes interrupted work. */
  stop(): Promise<void>;
}

/** The two users with tokens in outputs.json. */
const ADMIN = { sub: "local-admin", groups: ["admin"] };
const MEMBER = { sub: "local-member", groups: [] };
const A_DAY = 86_400;
/** Milliseconds that running functions get to end when the runner is stopped. */
const STOP_PATIENCE_MS = 2_000;

/**
 * Collects the garbage of this thread's heap, and gives its memory back. V8 does so by itself only when new objects need the
 * room, so after a load a process at rest would keep the garbage for as long as the rest lasts. The script of `npm start`
 * permits it (`--expose-gc`); elsewhere this does nothing.
 */
function collectGarbage(): void {
  globalThis.gc?.({ execution: "sync", flavor: "last-resort", type: "major" });
}

/**
 * Starts the whole system on this machine from its synthesized template.
 *
 * Once it runs, a write that the data folder does not accept ends the process with one line.
 *
 * @throws StartError with one line when the port or the data folder is not available; anything when the start was ended
 */
export async function startRunner(options: RunnerOptions): Promise<Runner> {
  const { timeScale, pageSource, chromiumPath, ending, say } = options;
  const folder = DataFolder.open(options.dataFolder);
  const closing: (() => unknown)[] = [() => folder.close()];
  const stop = async () => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    // The addresses first: queue URLs and the API's own address are part of what the template resolves to. A request
    // before the system is ready waits for it: a client would not retry a 404.
    const ready = Promise.withResolvers<Hono>();
    const server = createAdaptorServer({ fetch: async (request, env) => (await ready.promise).fetch(request, env) });
    const apiUrl = await listenOn(server, options.port);
    const siteUrl = options.siteUrl ?? apiUrl;
    closing.push(() => closeServer(server));
    const callers = new Callers();
    const endpoint = await AwsEndpoint.listen(callers);
    closing.push(() => endpoint.close());
    const awsOrigin = endpoint.origin;

    const { secrets } = options;
    const readAt = Date.now();
    const engines = await startEngines({ folder, secrets, apiUrl, awsOrigin, ending }, (close) => closing.push(close));
    const { assembly, template, sqs, queues } = engines;

    const mails = new MailStore(folder);
    const inFlight = new InFlight(folder.database);
    const moves = new MessageMoves(sqs, deadLetterSources(queues), (seconds) => pause(seconds * 1_000 * timeScale));
    closing.push(() => moves.settle());
    const statements = roleStatements(template);
    const policies = new ResourcePolicies(template);
    callers.protect(policies);
    const alarms = new LocalAlarms({
      template,
      siteUrl,
      policies,
      mails,
      invoke: (functionArn, event) => void functions.get(functionArn)?.invokeLater(event),
      depthOf: (queue) => scaledDepth(sqs.depth(queue, Date.now()), timeScale),
      scale: timeScale,
      clock: Date.now,
      say,
    });
    closing.push(() => alarms.stop());
    // On a host of its own the site has only what CloudFront has.
    const isShared = new URL(siteUrl).host === new URL(apiUrl).host;
    const pages = options.watch && isShared ? new PageReload() : null;
    const rebuilt = options.watch ? folder.file("watched") : undefined;
    const pool = new EnvironmentPool<ExecutionEnvironment>({ atRest: collectGarbage });
    const functions = readFunctions({
      template,
      assembly,
      pool,
      callers,
      statements,
      awsOrigin,
      timeScale,
      siteUrl,
      pageSource,
      chromiumPath,
      egress: egressSettings({
        map: options.egressMap,
        own: [siteUrl, LOCAL_ISSUER],
        runner: apiUrl,
        passthrough: [new URL(awsOrigin).host],
      }),
      rebuilt,
      log: (name, line) => {
        alarms.recordLine(name, line);
        const shown = options.brief ? shortenLine(withoutStage(name), line) : `[${withoutStage(name)}] ${line}`;
        if (shown !== null) say(shown);
      },
      invoked: (name, ok, durationMs) => alarms.recordInvocation(name, ok, durationMs),
    });
    endpoint.serve(
      awsServices({
        engines,
        functions,
        mails,
        alarms,
        moves,
        inFlight,
        origin: awsOrigin,
        scale: timeScale,
        failed: folder.failed,
      }),
    );
    closing.push(() => Promise.all([...functions.values()].map((local) => local.close())));
    closing.push(() => pool.close());
    const customResources = new CustomResources({
      template,
      functions,
      database: folder.database,
      presigned: () => endpoint.presigned(),
    });
    if (rebuilt !== undefined) {
      const reloaded = (functionArn: string) => {
        if (!customResources.noteCodeChange(functionArn)) return;
        // The function's own log has the reason; the open page stays.
        customResources.ensureDeployed().then(
          () => pages?.reload(),
          () => undefined,
        );
      };
      const watched = { assembly, readAt, folder: rebuilt, functions: [...functions.values()] };
      closing.push(await watchSources({ ...watched, reloaded, say }));
    }

    await releaseLeftOver(inFlight, sqs);
    const pollers = readEventSources({ template, queues, functions, statements }).map(
      (source) => new Poller(source, { sqs, inFlight, scale: timeScale, region: REGION }),
    );
    closing.push(() => Promise.all(pollers.map((poller) => poller.stop(STOP_PATIENCE_MS))));
    const clock = new ScheduleClock(readSchedules(template, functions, sqs), timeScale);
    closing.push(() => clock.stop());

    const tokens = await TokenIssuer.open(folder.path);
    const users = new Set([ADMIN.sub, MEMBER.sub]);
    const access = new ConsoleAccess({ tokens, users, apiUrl, siteUrl });
    const app = localApp({
      engines,
      functions,
      tokens,
      access,
      clock,
      mails,
      alarms,
      policies,
      customResources,
      database: folder.database,
      apiUrl,
      siteUrl,
      timeScale,
      pages,
    });
    const written = outputs({
      apiUrl,
      siteUrl,
      awsUrl: awsOrigin,
      operator: callers.operator(operatorKey(folder.database)),
      engines,
      schedules: clock.names(),
      functions: [...functions.values()].map(({ definition }) => definition.name),
      mailUrl: `${apiUrl}/_local/mail`,
      consoleUrl: access.url,
      tokens: await createUserTokens(tokens),
    });
    ending?.throwIfAborted();
    for (const poller of pollers) poller.start();
    if (options.schedules ?? true) clock.start();
    alarms.start();
    ready.resolve(app);
    folder.writeJson("outputs.json", written);
    const report = startReport({
      engines,
      statements,
      policies,
      alarms,
      outputs: written,
      folder: folder.path,
      options,
    });
    return { outputs: written, report, stop };
  } catch (error) {
    await stop();
    if (isStorageFailure(error)) throw new StartError(storageFailureLine(folder.path, error), { cause: error });
    throw error;
  }
}

/** In the scaled time messages age as many times faster as waits are shorter. */
function scaledDepth(depth: QueueDepth | undefined, scale: number): QueueDepth | undefined {
  return depth?.oldestAge === undefined ? depth : { ...depth, oldestAge: depth.oldestAge / scale };
}

/**
 * Returns the messages that were running when the last runner ended. A message in back-off is in flight too; its wait
 * continues.
 */
async function releaseLeftOver(inFlight: InFlight, sqs: SqsEmulator): Promise<void> {
  for (const { queue, receiptHandle } of inFlight.leftOver()) {
    await sqs.hide(queue, receiptHandle, 0);
    inFlight.end([receiptHandle]);
  }
}

async function createUserTokens(tokens: TokenIssuer) {
  return {
    admin: await tokens.sign({ ...ADMIN, expiresInSeconds: A_DAY }),
    member: await tokens.sign({ ...MEMBER, expiresInSeconds: A_DAY }),
  };
}
