import type { Credentials } from "./access/callers.ts";
import type { Engines } from "./engines.ts";
import { withoutStage } from "./template/assembly.ts";
import { REGION } from "./template/identities.ts";

export interface OutputsOf {
  readonly apiUrl: string;
  readonly siteUrl: string;
  readonly awsUrl: string;
  readonly operator: Credentials;
  readonly engines: Pick<Engines, "tables" | "queues" | "buckets">;
  readonly schedules: readonly string[];
  readonly functions: readonly string[];
  /** `GET <it>/store` answers with the mails. */
  readonly mailUrl: string;
  /** The address that gives a browser access. */
  readonly consoleUrl: string;
  readonly tokens: { readonly admin: string; readonly member: string };
}

/** The contents of `outputs.json`: all addresses and names, for tools and tests. Names are without the stage. */
export function outputs(of: OutputsOf) {
  const { tables, queues, buckets } = of.engines;
  const dlqUrl = (name: string | undefined) => queues.find((queue) => queue.name === name)?.url;
  return {
    pid: process.pid,
    api_url: of.apiUrl,
    site_url: of.siteUrl,
    region: REGION,
    credentials: { access_key_id: of.operator.accessKeyId, secret_access_key: of.operator.secretAccessKey },
    dynamodb_endpoint: of.awsUrl,
    sqs_endpoint: of.awsUrl,
    s3_endpoint: of.awsUrl,
    tables: Object.fromEntries(tables.map((name) => [withoutStage(name), name])),
    queues: Object.fromEntries(
      queues
        .filter(({ deadLetters }) => deadLetters !== undefined)
        .map(({ name, url, deadLetters }) => [withoutStage(name), { url, dlq_url: dlqUrl(deadLetters) }]),
    ),
    buckets: Object.fromEntries(buckets.map((name) => [bucketWord(name), name])),
    schedules: of.schedules,
    functions: of.functions.map(withoutStage),
    mail: { url: of.mailUrl },
    console: { url: of.consoleUrl },
    tokens: of.tokens,
  };
}

export type Outputs = ReturnType<typeof outputs>;

/** A bucket's physical name is `<stage>-magpie-<word>-<account>-<region>`: it must be unique in the world. */
function bucketWord(name: string): string {
  return /^[a-z]+-magpie-(.+)-\d{12}-/.exec(name)?.[1]?.replaceAll("-", "_") ?? name;
}
