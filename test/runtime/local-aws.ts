import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { Callers } from "../../lib/local/access/callers.ts";
import { roleStatements } from "../../lib/local/access/policies.ts";
import { ResourcePolicies } from "../../lib/local/access/resource-policies.ts";
import { LocalAlarms } from "../../lib/local/alarms/local-alarms.ts";
import { awsServices } from "../../lib/local/aws-services.ts";
import { DataFolder } from "../../lib/local/data-folder.ts";
import type { PresignedAddress } from "../../lib/local/emulators/aws-endpoint.ts";
import { AwsEndpoint } from "../../lib/local/emulators/aws-endpoint.ts";
import { InFlight } from "../../lib/local/emulators/in-flight.ts";
import { MailStore } from "../../lib/local/emulators/mail-store.ts";
import { MessageMoves } from "../../lib/local/emulators/message-moves.ts";
import { startEngines } from "../../lib/local/engines.ts";
import { deadLetterSources } from "../../lib/local/events/queues.ts";
import { EnvironmentPool } from "../../lib/local/functions/environment-pool.ts";
import { readFunctions } from "../../lib/local/functions/functions.ts";
import { temporaryFolder } from "../local/temporary-folders.ts";
import type { RuntimeFunction } from "./runtime-process.ts";

/** The template's functions, and the emulated AWS services on this machine. */
export interface LocalAws {
  /** By their bundles, e.g. `slides-api`. */
  readonly functions: ReadonlyMap<string, RuntimeFunction>;
  /** An address that takes what a function sends to a pre-signed one. */
  presigned(): PresignedAddress;
  close(): Promise<void>;
}

/** An address without a server: these tests request neither the API nor the site. */
const NOWHERE = "http://127.0.0.1:9";

/** The renderer's browser: none, since starting one takes longer than all the rest. */
export const NO_BROWSER = "/nowhere/chromium";

/** Starts the template's tables, queues, buckets and secrets, but no consumer of a queue or schedule. */
export async function startLocalAws(): Promise<LocalAws> {
  const place = temporaryFolder();
  const folder = DataFolder.open(place.path);
  const closing: (() => unknown)[] = [() => place.remove(), () => folder.close()];
  const callers = new Callers();
  const front = await AwsEndpoint.listen(callers);
  closing.push(() => front.close());
  const awsOrigin = front.origin;
  const engines = await startEngines({ folder, secrets: new Map(), apiUrl: NOWHERE, awsOrigin }, (close) =>
    closing.push(close),
  );
  const { template, assembly, sqs, queues } = engines;
  const functions = readFunctions({
    template,
    assembly,
    pool: new EnvironmentPool(),
    callers,
    statements: roleStatements(template),
    awsOrigin,
    timeScale: 1,
    siteUrl: NOWHERE,
    pageSource: "http",
    chromiumPath: NO_BROWSER,
    egress: undefined,
    rebuilt: undefined,
    log: () => undefined,
  });
  const mails = new MailStore(folder);
  const policies = new ResourcePolicies(template);
  callers.protect(policies);
  front.serve(
    awsServices({
      engines,
      functions,
      mails,
      alarms: new LocalAlarms({
        template,
        siteUrl: "http://127.0.0.1:1",
        policies,
        mails,
        invoke: () => undefined,
        depthOf: () => undefined,
        scale: 1,
        clock: Date.now,
        say: () => undefined,
      }),
      moves: new MessageMoves(sqs, deadLetterSources(queues), async () => undefined),
      inFlight: new InFlight(folder.database),
      origin: awsOrigin,
      scale: 1,
      failed: folder.failed,
    }),
  );
  return {
    functions: new Map(
      [...functions.values()].map(({ definition }) => {
        const bundle = dirname(fileURLToPath(definition.module()));
        return [
          basename(bundle),
          {
            name: definition.name,
            arn: definition.arn,
            folder: bundle,
            handler: definition.handler,
            memoryMegabytes: definition.memoryMegabytes,
            timeoutMs: definition.timeoutSeconds * 1_000,
            environment: definition.environment,
          },
        ];
      }),
    ),
    presigned: () => front.presigned(),
    async close() {
      for (const close of closing.reverse()) await close();
    },
  };
}
