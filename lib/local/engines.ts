import type { DataFolder } from "./data-folder.ts";
import type { DynamoEmulator } from "./emulators/dynamo-emulator.ts";
import { startEmulators } from "./emulators/emulators.ts";
import { generatedSecrets } from "./emulators/generated-secrets.ts";
import { SqsEmulator } from "./emulators/sqs-emulator.ts";
import { ensureTables } from "./emulators/tables.ts";
import type { LocalQueue } from "./events/queues.ts";
import { ensureQueues } from "./events/queues.ts";
import type { Assembly } from "./template/assembly.ts";
import { assembly as assemblyOf } from "./template/assembly.ts";
import { Template } from "./template/template.ts";

export interface EnginesOptions {
  readonly folder: DataFolder;
  /** Secrets from the environment, by their names; they take precedence over stored ones. */
  readonly secrets: ReadonlyMap<string, string>;
  readonly apiUrl: string;
  readonly awsOrigin: string;
  /** Ends the start once it is aborted. */
  readonly ending?: AbortSignal | undefined;
}

/** The template with its stateful resources: tables, queues, buckets and secrets. Names are physical. */
export interface Engines {
  readonly assembly: Assembly;
  readonly template: Template;
  readonly dynamo: DynamoEmulator;
  readonly sqs: SqsEmulator;
  readonly tables: readonly string[];
  readonly queues: readonly LocalQueue[];
  readonly buckets: readonly string[];
  readonly secrets: ReadonlyMap<string, string>;
}

/**
 * Starts the emulators on the data folder, and creates the template's resources that do not exist yet.
 *
 * @param onStop registers the functions that stop them
 */
export async function startEngines(
  { folder, secrets, apiUrl, awsOrigin, ending }: EnginesOptions,
  onStop: (close: () => unknown) => void,
): Promise<Engines> {
  const assembly = await assemblyOf(folder.file("assembly"), ending);
  ending?.throwIfAborted();
  const template = new Template(assembly.resources, { api: apiUrl, aws: awsOrigin });
  const { dynamo, fauxqs, close } = await startEmulators(folder.file("emulators"), folder.killed, {
    template,
    failed: folder.failed,
  });
  onStop(close);
  folder.markRepaired();
  const sqs = new SqsEmulator(fauxqs);

  const tables = await ensureTables(template, dynamo);
  const queues = await ensureQueues(template, sqs);
  const buckets = template.ofType("AWS::S3::Bucket").map(({ ref }) => ref);
  for (const bucket of buckets) fauxqs.createBucket(bucket);
  const allSecrets = new Map([...generatedSecrets(template, folder.database), ...secrets]);
  return { assembly, template, dynamo, sqs, tables, queues, buckets, secrets: allSecrets };
}
