import * as z from "zod";

/** Settings of one stage, from `stages.<name>` in the context of cdk.json. README.md documents each. */
const settingsSchema = z.strictObject({
  /** Keeps tables, buckets and the user pool when the stack goes, and protects them; false for throw-away stages. */
  keepData: z.boolean().default(true),
  /** An OIDC issuer that exists already. Without it the stack makes a Cognito user pool. */
  issuer: z
    .strictObject({
      /** The `iss` of its tokens; its keys are found through `<url>/.well-known/openid-configuration`. */
      url: z.url({ protocol: /^https$/ }),
      /** What a token names as `aud`, or as `client_id` when it has no `aud`. */
      audience: z.array(z.string().min(1)).min(1),
      /** The claim that lists the groups, as a list of names or one name; at the top of the token. */
      groupsClaim: z
        .string()
        .regex(/^[\x21-\x7e]{1,200}$/, "must be a claim's name, such as https://example.com/roles")
        .default("cognito:groups"),
    })
    .optional(),
  /**
   * The model on Amazon Bedrock that sums up bookmarks, and the region it is called in: the id of a foundation model, or
   * of an inference profile such as `eu.amazon.nova-lite-v1:0`. Without it sentences of the page itself are taken.
   */
  bedrock: z
    .strictObject({
      model: z.string().regex(/^[a-z0-9][a-z0-9.:-]+$/, "must be a model's or an inference profile's id"),
      region: z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/, "must be a region such as eu-central-1"),
    })
    .optional(),
  /** Google Books: the secret with the API key, requests a day, those of them kept for others, and a country. */
  googleBooks: z
    .strictObject({
      /** Name in Secrets Manager. */
      secret: z
        .string()
        .regex(/^[\w/+=.@-]{1,256}$/)
        .default("magpie/google-books-api-key"),
      /** What Google allows the key's project. */
      requestsPerDay: z.int().min(0).default(1_000),
      /** Of these, what jobs leave to other users of the key. */
      reserve: z.int().min(0).default(0),
      /** Asked for where a job names none: Google can't tell where a server stands. */
      country: z
        .string()
        .regex(/^[A-Z]{2}$/)
        .default("JP"),
    })
    .prefault({}),
  /**
   * How pages of Mercari are got: `rendered` by a browser that runs their scripts, or `http`, as they are sent, which
   * today means without listings.
   */
  mercariPageSource: z.enum(["rendered", "http"]).default("rendered"),
  /** What the site says of itself, and its public address when that is not CloudFront's own. */
  site: z
    .strictObject({
      title: z.string().min(1).max(200).optional(),
      description: z.string().min(1).max(2_000).optional(),
      /** Scheme and host. */
      url: z
        .url({ protocol: /^https$/ })
        .refine((url) => /^https:\/\/[^/?#@]+\/?$/.test(url), "must be an address such as https://alice.example")
        .transform((url) => new URL(url).origin)
        .optional(),
    })
    .prefault({}),
  /** Mail to administrators; none is sent without a sender, or without anybody to send it to. */
  mail: z
    .strictObject({
      /** An address that SES has verified, by itself or by its domain. */
      from: z.email().optional(),
      administrators: z.array(z.email()).default([]),
    })
    .prefault({}),
  /** Where alarms are mailed; without it they show in the console only. */
  alarmEmail: z.email().optional(),
  /** Days that logs are kept; one of the numbers CloudWatch knows. */
  logRetentionDays: z.union([z.literal(7), z.literal(30), z.literal(90), z.literal(180), z.literal(365)]).default(90),
  /** Requests per second and burst that the API takes in all. */
  throttle: z.strictObject({ rate: z.int().positive(), burst: z.int().positive() }).default({ rate: 50, burst: 100 }),
});

/** A stage's name is part of every physical name; buckets leave it little room. */
const stageName = /^[a-z][a-z0-9-]{0,15}$/;

export type Settings = z.output<typeof settingsSchema> & {
  /** The stage's name: prefix of every physical name. */
  readonly stage: string;
};

/**
 * Checks a stage's settings.
 *
 * @param stage the stage's name
 * @param stages the context's `stages`: name to settings
 * @throws Error that says which setting is wrong and how
 */
export function readSettings(stage: string, stages: unknown): Settings {
  if (typeof stages !== "object" || stages === null) {
    throw new Error(`There is no stage "${stage}": the context of cdk.json has no object "stages".`);
  }
  if (!Object.hasOwn(stages, stage)) {
    throw new Error(`There is no stage "${stage}" in cdk.json; known are ${Object.keys(stages).join(", ")}.`);
  }
  if (!stageName.test(stage)) {
    throw new Error(`Stage "${stage}" in cdk.json: a name has lower-case letters, digits and hyphens, at most 16.`);
  }
  const result = settingsSchema.safeParse((stages as Record<string, unknown>)[stage]);
  if (!result.success) throw new Error(`Settings of stage "${stage}" in cdk.json: ${z.prettifyError(result.error)}`);
  return { ...result.data, stage };
}
