import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { DECODING_MEGABYTES } from "../../lambdas/shared/pictures/fit-pictures.ts";
import { japaneseFont, lines, pdfFile, utf16 } from "../bookmarks/readers/pdf/pdf-file.ts";
import { httpEvent } from "../emulators/http-event.ts";
import { sqsEvent } from "../emulators/sqs-event.ts";
import { AVIF, JPEG } from "../shared/pictures/sample-pictures.ts";
import type { LocalAws } from "./local-aws.ts";
import { NO_BROWSER, startLocalAws } from "./local-aws.ts";
import { underRuntime } from "./runtime-process.ts";

let aws: LocalAws;

beforeAll(async () => {
  aws = await startLocalAws();
});

afterAll(() => aws.close());

/** The event for a bundle, and the expected result. */
interface Case {
  /** The event, or what makes it once AWS is there. */
  readonly event: object | (() => object);
  readonly end: unknown;
}

const answered = (answer: unknown) => ({ kind: "answered", answer });

const request = (route: string, status: number, sent: object = {}): Case => ({
  event: httpEvent({ route, ...sent }),
  end: answered({
    statusCode: status,
    headers: expect.objectContaining({ "content-type": "application/json" }),
    body: expect.stringMatching(/^\{.*\}$/),
  }),
});

/** A message whose work item does not exist, which the worker deletes, and a poison message, which SQS keeps. */
const batch = (body: unknown): Case => ({
  event: sqsEvent({ id: "late", body }, { id: "strange", body: "no JSON" }),
  end: answered({ batchItemFailures: [{ itemIdentifier: "strange" }] }),
});

const schedule = (...counts: readonly string[]): Case => ({
  event: {},
  end: answered(Object.fromEntries(counts.map((count) => [count, expect.any(Number)]))),
});

const admin = { groups: ["admin"] };
const v1 = { schemaVersion: 1 };
const url = "https://speakerdeck.com/a/b";

const ACCOUNT_SCOPE = "aws.cognito.signin.user.admin";

/** By bundle. */
const CASES: Readonly<Record<string, Case>> = {
  "bookmarks-api": request("GET /v1/bookmarks", 200),
  "books-api": request("GET /v1/jobs", 200, admin),
  "changes-api": request("GET /v1/changes", 200),
  "mercari-api": request("GET /v1/products", 200),
  "notices-api": request("GET /v1/notices", 200, admin),
  "operations-api": request("GET /v1/ops/queues", 200, admin),
  "recommendations-api": request("GET /v1/recommendations", 200),
  "slides-api": request("POST /v1/stocks", 201, { body: { url } }),
  "users-api": request("GET /v1/users/{sub}/bookmarks", 200, { ...admin, params: { sub: "u" } }),
  "bookmarks-worker": batch({ ...v1, bookmarkId: "b", userId: "u", processingId: "p", url }),
  "books-worker": batch({ ...v1, jobName: "none", runId: "r" }),
  "mercari-worker": batch({ type: "listCrawl", productId: "none" }),
  "recommendations-metadata-worker": batch({ ...v1, recommendationId: "none" }),
  "recommendations-receive-worker": batch({ ...v1, mentionId: "none", requestId: "r" }),
  "recommendations-send-worker": batch({ ...v1, recommendationId: "none", target: url, announcementId: "a" }),
  "slides-worker": batch({
    ...v1,
    stockId: "s",
    userId: "u",
    fetchId: "f",
    provider: "speakerdeck",
    originalUrl: url,
    canonicalUrl: url,
  }),
  "books-on-schedule": schedule("due", "started"),
  "mercari-on-schedule": schedule("products", "requested"),
  "notices-on-alarm": {
    event: {
      alarmData: {
        alarmName: "prod-api-5xx",
        state: { value: "ALARM", reason: "a drill", timestamp: "2026-11-20T11:30:00.000+0000" },
        configuration: { description: "Requests fail." },
      },
    },
    end: answered(null),
  },
  "notices-on-schedule": schedule("due"),
  "operations-on-schedule": schedule("resent", "given_up", "errors"),
  "recommendations-on-schedule": schedule("recommendations", "mentions"),
  "site-on-deploy": {
    event: () => ({
      RequestType: "Create",
      ResponseURL: aws.presigned().url,
      StackId: "s",
      RequestId: "r",
      LogicalResourceId: "l",
      ResourceProperties: { Files: {}, Texts: {} },
    }),
    end: answered(null),
  },
  "issuer-on-token": {
    event: { request: { scopes: [ACCOUNT_SCOPE], userAttributes: {} }, response: {} },
    end: answered(
      expect.objectContaining({
        response: { claimsAndScopeOverrideDetails: { accessTokenGeneration: { scopesToSuppress: [ACCOUNT_SCOPE] } } },
      }),
    ),
  },
  "mercari-renderer": {
    event: { url: "https://jp.mercari.com/search", deadline: Date.now() + 60_000 },
    // It runs until it starts its browser.
    end: { kind: "failed", error: { errorType: "Error", errorMessage: expect.stringContaining(NO_BROWSER) } },
  },
};

/** A code of ours, or a line of Lambda about a failed invocation. */
const MESSAGE = /^([a-z_]+|\[object Object\])$/;

describe("under Lambda's runtime client, with only loopback", () => {
  it.each(readdirSync(inject("bundles")))("%s loads and answers, and its log is JSON lines", async (bundle) => {
    const [of, given] = [aws.functions.get(bundle), CASES[bundle]];
    if (of === undefined || given === undefined) throw new Error(`${bundle} has no function, or no case here`);
    const event = typeof given.event === "function" ? given.event() : given.event;
    const { ends, stdout, stderr } = await underRuntime(of, [event]);
    expect(ends).toMatchObject([given.end]);
    expect(stderr).toBe("");
    expect(stdout.filter((line) => line.includes("warm_up_failed"))).toEqual([]);
    // The issuer's function has nothing to log.
    expect(stdout.length > 0).toBe(bundle !== "issuer-on-token");
    for (const line of stdout) {
      expect(JSON.parse(line)).toMatchObject({
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        level: expect.stringMatching(/^(INFO|WARN|ERROR)$/),
        requestId: "invocation-1",
      });
      expect(String(JSON.parse(line).message)).toMatch(MESSAGE);
    }
  });
});

/** A thread of a worker's bundle, far from the project, whose packages it would find, and its first message. */
async function withThread(bundle: string, thread: string, workerData: unknown, use: (thread: Worker) => Promise<void>) {
  const alone = mkdtempSync(join(tmpdir(), "magpie-bundle-"));
  try {
    cpSync(join(inject("bundles"), bundle), alone, { recursive: true });
    const started = new Worker(join(alone, thread), { workerData, env: {}, stdout: true, stderr: true });
    expect(await once(started, "message")).toEqual(["begun"]);
    await use(started);
    await started.terminate();
  } finally {
    rmSync(alone, { recursive: true });
  }
}

it("has the thread for PDF files in the worker's bundle, with all that Japanese needs", async () => {
  const file = pdfFile({ font: japaneseFont(), pages: [lines(["島への連絡船"], { encode: utf16 })] });
  await withThread("bookmarks-worker", "pdf-thread.mjs", file, async (thread) => {
    expect(await once(thread, "message")).toMatchObject([{ content: { text: "島への連絡船", language: "ja" } }]);
  });
});

it.each(["bookmarks-worker", "books-worker", "slides-worker"])(
  "has the thread for pictures in the bundle %s, AVIF included",
  async (bundle) => {
    await withThread(bundle, "picture-thread.mjs", DECODING_MEGABYTES, async (thread) => {
      for (const bytes of [JPEG, AVIF]) {
        thread.postMessage({ picture: { type: "image/avif", bytes }, sizes: [{ width: 8, height: 8, bytes: 1_000 }] });
        expect(await once(thread, "message")).toEqual([[{ type: "image/webp", bytes: expect.any(Uint8Array) }]]);
      }
    });
  },
);
