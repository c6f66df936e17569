import { withoutStage } from "./assembly.ts";
import type { Credentials } from "./callers.ts";
import { REGION } from "./identities.ts";
import type { LocalQueue } from "./queues.ts";

/** What `outputs.json` is made from. */
export interface OutputsOf {
  readonly apiUrl: string;
  readonly siteUrl: string;
  readonly awsUrl: string;
  readonly operator: Credentials;
  readonly tables: readonly string[];
  readonly queues: readonly LocalQueue[];
  readonly buckets: readonly string[];
  readonly schedules: readonly string[];
  readonly functions: readonly string[];
  /** `GET <it>/store` answers with the mails. */
  readonly mailUrl: string;
  readonly tokens: { readonly admin: string; readonly member: string };
}

/** The contents of `outputs.json`: where everything is, for tools and tests. Names are without the stage. */
export function outputs(of: OutputsOf) {
  const dlqUrl = (name: string | undefined) => of.queues.find((queue) => queue.name === name)?.url;
  return {
    pid: process.pid,
    api_url: of.apiUrl,
    site_url: of.siteUrl,
    region: REGION,
    credentials: { access_key_id: of.operator.accessKeyId, secret_access_key: of.operator.secretAccessKey },
    dynamodb_endpoint: of.awsUrl,
    sqs_endpoint: of.awsUrl,
    s3_endpoint: of.awsUrl,
    tables: Object.fromEntries(of.tables.map((name) => [withoutStage(name), name])),
    queues: Object.fromEntries(
      of.queues
        .filter(({ deadLetters }) => deadLetters !== undefined)
        .map(({ name, url, deadLetters }) => [withoutStage(name), { url, dlq_url: dlqUrl(deadLetters) }]),
    ),
    buckets: Object.fromEntries(of.buckets.map((name) => [bucketWord(name), name])),
    schedules: of.schedules,
    functions: of.functions.map(withoutStage),
    mail: { url: of.mailUrl },
    tokens: of.tokens,
  };
}

export type Outputs = ReturnType<typeof outputs>;

/** A bucket's physical name is `<stage>-magpie-<word>-<account>-<region>`: it must be unique in the world. */
function bucketWord(name: string): string {
  return /^[a-z]+-magpie-(.+)-\d{12}-/.exec(name)?.[1]?.replaceAll("-", "_") ?? name;
}
