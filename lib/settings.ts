import * as z from "zod";
import { LANGUAGES } from "../lambdas/shared/notices/languages.ts";
import { isWithinSite } from "../lambdas/shared/within-site.ts";

/**
 * The longest settings, in bytes of UTF-8. Settings travel in the environment of functions, for which Lambda has 4,096
 * bytes of JSON; a test checks every function against that limit with all settings at their longest.
 */
const BYTES = {
  siteTitle: 300,
  siteDescription: 1_500,
  siteImage: 300,
  /** Title, description, icon and logo together. */
  site: 2_000,
  audience: 500,
  administrators: 2_000,
} as const;

/** The most recipients of one mail (SES quotas). */
const RECIPIENTS = 50;

/** Non-empty text. */
const text = (bytes: number) =>
  z
    .string()
    .min(1)
    .refine((value) => utf8(value) <= bytes, `must be ${bytes} bytes of UTF-8 at most`);

/** The address of an image of the site, for pages and programs of others. */
const siteImage = () =>
  z
    .url({ protocol: /^https$/ })
    .regex(/^https:\/\/[^/?#@]+(\/|$)/, "must be an address such as https://alice.example/icon.png")
    .refine((url) => utf8(url) <= BYTES.siteImage, `must be ${BYTES.siteImage} bytes of UTF-8 at most`);

/** Scheme and host. */
const httpsOrigin = (example: string) =>
  z
    .url({ protocol: /^https$/ })
    .max(262)
    .refine((url) => /^https:\/\/[^/?#@;,]+\/?$/.test(url), `must be an address such as ${example}`)
    .transform((url) => new URL(url).origin);

/** The longest address of RFC 5321, section 4.5.3.1. */
const mailAddress = () => z.email().max(254);

const hostName = () =>
  z
    .string()
    .max(253)
    .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/, "must be a name such as alice.example");

const regionName = () => z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/, "must be a region such as eu-central-1");

/** The ARN of a certificate of AWS Certificate Manager in a region. */
const certificateArn = (region: RegExp, where: string) =>
  z
    .string()
    .regex(
      new RegExp(`^arn:aws[a-z-]*:acm:${region.source}:\\d{12}:certificate/[\\w-]{1,64}$`),
      `must be the ARN of a certificate in ${where}`,
    );

function utf8(value: string): number {
  return Buffer.byteLength(value, "utf8");
}

const clientId = () => z.string().regex(/^[\x21-\x7e]{1,300}$/, "must be the id of a client");

/** A scope's name (RFC 6749, 3.3). */
const scopeName = () =>
  z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,120}$/, "must be the name of a scope, such as magpie/read");

/** Settings of one stage, from `stages.<name>` in the context of cdk.json. docs/settings.md documents each. */
export const settingsSchema = z.strictObject({
  /** The account that the stage belongs to, 12 digits; a deployment with credentials of another one is refused. */
  account: z
    .string()
    .regex(/^\d{12}$/, "must be the 12 digits of an account, as a text")
    .optional(),
  region: regionName().optional(),
  /**
   * Retains tables, buckets and the user pool when the stack is deleted, and protects them; false for disposable
   * stages.
   */
  keepData: z.boolean().default(true),
  /** An existing OIDC issuer. Without it the stack creates a Cognito user pool. */
  issuer: z
    .strictObject({
      /** The `iss` of its tokens; its keys are found through `<url>/.well-known/openid-configuration`. */
      url: z.url({ protocol: /^https$/ }).max(300),
      /** The accepted values of a token's `aud`, or of its `client_id` when it has no `aud`. */
      audience: z
        .array(z.string().min(1))
        .min(1)
        .refine(
          (all) => utf8(JSON.stringify(all)) <= BYTES.audience,
          `must be ${BYTES.audience} bytes of JSON at most`,
        ),
      /** The top-level claim that lists the groups, as a list of names or one name. */
      groupsClaim: z
        .string()
        .regex(/^[\x21-\x7e]{1,120}$/, "must be a claim's name, such as https://example.com/roles")
        .default("cognito:groups"),
      /** The names of the API's scopes in the claim `scope` or `scp` of tokens. */
      scopes: z
        .strictObject({
          read: scopeName().default("magpie/read"),
          save: scopeName().default("magpie/save"),
          full: scopeName().default("magpie/full"),
        })
        .prefault({}),
      /** The command line's client at the issuer: public, authorization code with PKCE. Without it nobody can sign in there. */
      commandLine: z.strictObject({ clientId: clientId() }).optional(),
      /** The browser extension's client at the issuer, likewise. */
      extension: z.strictObject({ clientId: clientId() }).optional(),
      /** The console's client at the issuer: public, authorization code with PKCE. Without it nobody can sign in there. */
      console: z
        .strictObject({
          clientId: clientId(),
          /** The scopes that the console requests, separated by spaces; the access token must be for the audience above. */
          scope: z
            .string()
            .regex(/^[\x21-\x7e]+( [\x21-\x7e]+)*$/, "must be scopes such as openid email, separated by one space")
            .refine((scope) => scope.split(" ").includes("openid"), "must contain openid")
            .default("openid email offline_access magpie/full"),
          /** Further origins of requests by the console's sign-in: that of the token endpoint, if it is not the issuer's. */
          connect: z.array(httpsOrigin("https://login.example")).max(5).default([]),
          /**
           * The address that ends a session with `client_id` and `logout_uri`, as Cognito's does; else OpenID Connect's
           * own.
           */
          logoutUrl: z
            .url({ protocol: /^https$/ })
            .max(300)
            .optional(),
        })
        .optional(),
    })
    .optional(),
  /**
   * The model on Amazon Bedrock that summarises bookmarks, and the region it is called in: the id of a foundation model, or
   * of an inference profile such as `eu.amazon.nova-lite-v1:0`. Without it, a summary consists of sentences of the page.
   */
  bedrock: z
    .strictObject({
      model: z.string().regex(/^[a-z0-9][a-z0-9.:-]{1,127}$/, "must be a model's or an inference profile's id"),
      region: regionName(),
      /** Model summaries for each user in a UTC day; further summaries consist of sentences of the page. */
      summariesPerUserAndDay: z.int().min(0).default(500),
    })
    .optional(),
  /** Google Books: the secret with the API key, the requests of a day, those reserved for others, a country, and the covers. */
  googleBooks: z
    .strictObject({
      /** Name in Secrets Manager. */
      secret: z
        .string()
        .regex(/^[\w/+=.@-]{1,256}$/)
        .default("magpie/google-books-api-key"),
      /** Google's limit for the key's project. */
      requestsPerDay: z.int().min(0).default(1_000),
      /** The part of these that is reserved for other programs with the same key. */
      reserve: z.int().min(0).default(0),
      /** For jobs without a country: Google can't determine the country of a server. */
      country: z
        .string()
        .regex(/^[A-Z]{2}$/)
        .default("JP"),
      /**
       * Whether covers are shown by Google itself, to people who want images of other sites, or by copies on the site:
       * Google's terms forbid copies, unless who owns the cover or the law permits them.
       */
      covers: z.enum(["linked", "copied"]).default("linked"),
    })
    .prefault({}),
  /**
   * The page source for Mercari: `rendered` by a browser that runs the pages' scripts, or `http`, as they are sent, which
   * currently means without listings.
   */
  mercariPageSource: z.enum(["rendered", "http"]).default("rendered"),
  /**
   * The site's title, description, icon, logo and colour, and its public address when that is neither CloudFront's own
   * nor `domain.site`.
   */
  site: z
    .strictObject({
      title: text(BYTES.siteTitle).optional(),
      description: text(BYTES.siteDescription).optional(),
      icon: siteImage().optional(),
      logo: siteImage().optional(),
      accentColor: z
        .string()
        .regex(/^#[0-9a-fA-F]{6}$/, "must be a colour such as #0b57a4")
        .optional(),
      /** Scheme and host. */
      url: httpsOrigin("https://alice.example").optional(),
    })
    .refine(
      ({ title = "", description = "", icon = "", logo = "" }) => utf8(title + description + icon + logo) <= BYTES.site,
      `must have ${BYTES.site} bytes of UTF-8 at most in title, description, icon and logo together`,
    )
    .prefault({}),
  /**
   * Custom domains of the site and the API, each with its certificate in AWS Certificate Manager. CloudFront accepts
   * certificates of us-east-1 only, the API those of the stack's own region.
   */
  domain: z
    .strictObject({
      site: z.strictObject({ name: hostName(), certificateArn: certificateArn(/us-east-1/, "us-east-1") }).optional(),
      api: z
        .strictObject({ name: hostName(), certificateArn: certificateArn(/[a-z0-9-]+/, "the stack's region") })
        .optional(),
    })
    .refine(({ site, api }) => site === undefined || site.name !== api?.name, "must name two different hosts")
    .prefault({}),
  /** Mail to administrators; none is sent without a sender or without a recipient. */
  mail: z
    .strictObject({
      /** An address that SES has verified, by itself, by its domain or by a parent domain. */
      from: mailAddress().optional(),
      administrators: z
        .array(mailAddress())
        .max(RECIPIENTS, `must be ${RECIPIENTS} at most: SES takes no more recipients of one mail`)
        .refine(
          (all) => utf8(JSON.stringify(all)) <= BYTES.administrators,
          `must be ${BYTES.administrators} bytes of JSON at most`,
        )
        .default([]),
      /**
       * The identity by which SES has verified `from`: that address, its domain or a parent domain. With it the user pool's
       * invitations and codes are sent by SES, too.
       */
      identity: z.union([mailAddress(), hostName()]).optional(),
    })
    .refine(({ from = "", identity = from }) => identity === from || isWithinSite(from.split("@")[1] ?? "", identity), {
      path: ["identity"],
      error: "must be the address in from, its domain or a parent domain",
    })
    .prefault({}),
  /** The language in which notices are mailed, posted and, unless a request names another one, listed. */
  language: z.enum(LANGUAGES).default(LANGUAGES[0]),
  /** The channel of notices in addition to mail. */
  notify: z
    .strictObject({
      /**
       * Name in Secrets Manager of the webhook's secret, JSON `{"url": "https://…", "key": "…"}`: notices are posted to the
       * address, signed by the key. Without it none are posted.
       */
      webhook: z
        .string()
        .regex(/^[\w/+=.@-]{1,256}$/)
        .optional(),
      /** Whether urgent alarms are posted to the webhook, beside the mails to `alarmEmail`. */
      urgentAlarms: z.boolean().default(false),
    })
    .refine(({ webhook, urgentAlarms }) => !urgentAlarms || webhook !== undefined, {
      path: ["webhook"],
      error: "must name a secret, since urgentAlarms posts to its address",
    })
    .prefault({}),
  /** The recipient of the alarms' mails; without it alarms show in the console only. */
  alarmEmail: mailAddress().optional(),
  /** Which alarms the stage has: all, or only those that require an operator to act. */
  alarms: z.enum(["all", "urgent"]).default("all"),
  /** US dollars a month for the account; a mail is sent when it is nearly or wholly spent. False: the stage has no budget. */
  monthlyBudget: z.union([z.number().positive(), z.literal(false)]).default(20),
  /**
   * Batches of decks, and bookmarks, that are processed at once; the other queues have two, Lambda's minimum. All of
   * them and the API's requests share the account's concurrency, which is 10 in many new accounts.
   */
  workerConcurrency: z.int().min(2).max(1_000).default(2),
  /**
   * Backups of tables, texts and pictures by AWS Backup, daily for 35 days and monthly for a year, beside the recovery of
   * tables to any second of the last 35 days.
   */
  backup: z
    .strictObject({
      /** The ARN of a vault, of another account, to which each backup is copied. */
      copyTo: z
        .string()
        .regex(
          /^arn:aws[a-z-]*:backup:[a-z0-9-]+:\d{12}:backup-vault:[\w-]{2,50}$/,
          "must be the ARN of a backup vault, such as arn:aws:backup:eu-central-1:222222222222:backup-vault:magpie",
        )
        .optional(),
      /** Whether nobody but administrators of AWS Backup can delete a backup within 35 days (a vault lock, governance mode). */
      lock: z.boolean().default(false),
    })
    .optional(),
  /**
   * A firewall (AWS WAF) before the site's distribution. It blocks an address with more requests in five minutes than this;
   * several people may share one.
   */
  firewall: z.strictObject({ requestsPerAddress: z.int().min(100).max(2_000_000_000).default(2_000) }).optional(),
  /** Days that logs are kept; one of the values that CloudWatch accepts. */
  logRetentionDays: z.union([z.literal(7), z.literal(30), z.literal(90), z.literal(180), z.literal(365)]).default(90),
  /** The people who use the stage at the same time on its busiest day: sizes the throttles of the API (lib/throttles.ts). */
  expectedUsers: z.int().min(1).max(100_000).default(30),
});

/**
 * A stage's name is part of every physical name. A bucket's name also contains the account and the region, and has at most
 * 63 letters, so that the region with the longest name leaves room for 13.
 */
const stageName = /^[a-z][a-z0-9-]{0,12}$/;

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
    throw new Error(`Stage "${stage}" in cdk.json: a name has lower-case letters, digits and hyphens, at most 13.`);
  }
  const result = settingsSchema.safeParse((stages as Record<string, unknown>)[stage]);
  if (!result.success) throw new Error(`Settings of stage "${stage}" in cdk.json: ${z.prettifyError(result.error)}`);
  return { ...result.data, stage };
}
