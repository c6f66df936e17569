import type { Context } from "aws-lambda";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ANSWER_MS } from "../../lambdas/site/answer-deployment.ts";
import { deployments, handler } from "../../lambdas/site/on-deploy.ts";
import { SiteBucket } from "../../lambdas/site/site-bucket.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { s3Error } from "../emulators/s3-error.ts";
import { startCloudFormation } from "./cloudformation.ts";
import { VersionedBucket } from "./versioned-bucket.ts";

const log = capturedLog();
let cloudFormation: Awaited<ReturnType<typeof startCloudFormation>>;
beforeAll(async () => {
  cloudFormation = await startCloudFormation();
});
afterAll(() => cloudFormation.close());

let bucket: VersionedBucket;
beforeEach(() => {
  bucket = new VersionedBucket();
  cloudFormation.received.length = 0;
  cloudFormation.next.length = 0;
});

type Files = Readonly<Record<string, string>>;

const ASSETS_1 = { "docs/page-AAAAAAA2.js": "script 1", "docs/page-BBBBBBB2.css": "style" };
const ASSETS_2 = { "docs/page-CCCCCCC2.js": "script 2", "docs/page-BBBBBBB2.css": "style" };
const ASSETS_3 = { "docs/page-DDDDDDD2.js": "script 3", "docs/page-BBBBBBB2.css": "style" };
const FIRST = { ...ASSETS_1, "docs/index.html": "page 1", "docs/old.txt": "old" };
const SECOND = { ...ASSETS_2, "docs/index.html": "page 2" };
const THIRD = { ...ASSETS_3, "docs/index.html": "page 3" };
const CONFIG = { "docs/config.json": '{"a":1}' };
const FIRST_OBJECTS = { ...ASSETS_1, ...CONFIG, "docs/old.txt": "old" };

const properties = (files: Files, texts: Files = CONFIG) => ({
  ServiceToken: "arn:aws:lambda:us-east-1:000000000000:function:x",
  ServiceTimeout: "600",
  Files: Object.fromEntries(Object.keys(files).map((path) => [path, "hash"])),
  Texts: texts,
});

const IDS = { StackId: "arn:aws:cloudformation:::stack/s", RequestId: "r-1", LogicalResourceId: "SiteFiles" };

const created = (files: Files) => ({ RequestType: "Create", ...IDS, ResourceProperties: properties(files) });
const updated = (from: Files, to: Files) => ({
  RequestType: "Update",
  ...IDS,
  PhysicalResourceId: "SiteFiles",
  ResourceProperties: properties(to),
  OldResourceProperties: properties(from),
});
const deleted = (files: Files) => ({
  RequestType: "Delete",
  ...IDS,
  PhysicalResourceId: "SiteFiles",
  ResourceProperties: properties(files),
});

/** One invocation of the function whose package holds some files. */
function invoke(event: object, packaged: Files, remainingMs = 60_000): Promise<void> {
  const deploy = deployments(() => ({
    bucket: new SiteBucket(bucket.client, "site"),
    packaged: async () => Object.entries(packaged).map(([path, body]) => ({ path, body: Buffer.from(body) })),
  }));
  const context = { logGroupName: "/aws/lambda/site-on-deploy", getRemainingTimeInMillis: () => remainingMs };
  return deploy({ ResponseURL: cloudFormation.url, ...event }, context as Context);
}

const statuses = () => cloudFormation.received.map(({ answer }) => answer.Status);
/** Keys that were put, in their order. */
const keysPut = () => bucket.versions.map(({ key }) => key);

/** What functions and operators have put into the bucket. */
const OTHERS = { ".well-known/recommendations.json": "[]\n", "docs-of-others/a.txt": "a", "docs.txt": "b" };

describe("a first deployment", () => {
  it("puts each file under its path, with its type and how long it may be kept", async () => {
    await invoke(created(FIRST), FIRST);
    const asset = { cacheControl: "public, max-age=31536000, immutable" };
    const page = { cacheControl: "no-cache" };
    const expected = {
      docs: { ...page, contentType: "text/html; charset=utf-8" },
      "docs/": { ...page, contentType: "text/html; charset=utf-8" },
      "docs/config.json": { ...page, contentType: "application/json" },
      "docs/old.txt": { ...page, contentType: "text/plain; charset=utf-8" },
      "docs/page-AAAAAAA2.js": { ...asset, contentType: "text/javascript; charset=utf-8" },
      "docs/page-BBBBBBB2.css": { ...asset, contentType: "text/css; charset=utf-8" },
    };
    expect(Object.fromEntries(keysPut().map((key) => [key, bucket.headers(key)]))).toEqual(expected);
    expect(bucket.texts()).toMatchObject({ docs: "page 1", "docs/": "page 1", ...ASSETS_1, ...CONFIG });
  });

  it("puts what pages refer to before the pages", async () => {
    const last: string[] = [];
    // The assets are slow: a page that did not wait for them would be first.
    bucket.before = async ({ input }) => {
      const { Key } = input as { Key?: string };
      if (Key !== undefined && Key in ASSETS_1) for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
      else if (Key !== undefined) last.push(Key);
    };
    await invoke(created(FIRST), FIRST);
    expect(keysPut().slice(2).sort()).toEqual(last.sort());
  });

  it("puts at most ten files at once", async () => {
    let open = 0;
    let most = 0;
    bucket.before = async () => {
      open += 1;
      most = Math.max(most, open);
      for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
      open -= 1;
    };
    const many = Object.fromEntries(Array.from({ length: 35 }, (_, number) => [`docs/${number}.txt`, "text"]));
    await invoke(created(many), many);
    expect(most).toBe(10);
    expect(bucket.texts()).toMatchObject(many);
  });

  it("answers CloudFormation with success, without a content type, which the signature does not cover", async () => {
    await invoke(created(FIRST), FIRST);
    expect(cloudFormation.received).toEqual([
      {
        method: "PUT",
        headers: expect.not.objectContaining({ "content-type": expect.stringMatching(/./) }),
        answer: { Status: "SUCCESS", PhysicalResourceId: "SiteFiles", ...IDS },
      },
    ]);
    expect(log.lines("site_files_deployed")).toMatchObject([{ request: "Create", put: 6, removed: 0 }]);
  });
});

describe("an update", () => {
  it("replaces pages, and keeps for one more deployment what pages that are open refer to", async () => {
    await invoke(created(FIRST), FIRST);
    await invoke(updated(FIRST, SECOND), SECOND);
    const page = (text: string) => ({ docs: text, "docs/": text, ...CONFIG });
    expect(bucket.texts()).toEqual({ ...page("page 2"), ...ASSETS_1, ...ASSETS_2 });
    await invoke(updated(SECOND, THIRD), THIRD);
    expect(bucket.texts()).toEqual({ ...page("page 3"), ...ASSETS_2, ...ASSETS_3 });
    expect(statuses()).toEqual(["SUCCESS", "SUCCESS", "SUCCESS"]);
  });

  it("leaves files that it has not deployed alone", async () => {
    for (const [key, text] of Object.entries(OTHERS)) bucket.put(key, text);
    await invoke(created(FIRST), FIRST);
    await invoke(updated(FIRST, SECOND), SECOND);
    await invoke(updated(SECOND, THIRD), THIRD);
    expect(bucket.texts()).toMatchObject(OTHERS);
    await invoke(deleted(THIRD), THIRD);
    expect(bucket.texts()).toEqual(OTHERS);
  });

  it("does not touch a folder that it no longer has, since its role does not allow it either", async () => {
    const app = { "app/index.html": "app", "app/app-EEEEEEE2.js": "app's" };
    await invoke(created({ ...FIRST, ...app }), { ...FIRST, ...app });
    bucket.before = ({ input }) => {
      const { Key, Prefix } = input as { Key?: string; Prefix?: string };
      if (/^app/.test(Key ?? Prefix ?? "")) throw s3Error("AccessDenied", 403);
    };
    await invoke(updated({ ...FIRST, ...app }, SECOND), SECOND);
    expect(statuses()).toEqual(["SUCCESS", "SUCCESS"]);
    expect(bucket.texts()).toMatchObject({ app: "app", docs: "page 2" });
  });

  it("that is rolled back brings the former files back", async () => {
    await invoke(created(FIRST), FIRST);
    await invoke(updated(FIRST, SECOND), SECOND);
    await invoke(updated(SECOND, FIRST), FIRST);
    expect(bucket.texts()).toMatchObject({ docs: "page 1", ...FIRST_OBJECTS });
  });
});

describe("a deletion", () => {
  it("leaves no version, so that the bucket can be deleted", async () => {
    await invoke(created(FIRST), FIRST);
    await invoke(updated(FIRST, SECOND), SECOND);
    await invoke(deleted(SECOND), SECOND);
    expect(bucket.versions).toEqual([]);
    expect(statuses()).toEqual(["SUCCESS", "SUCCESS", "SUCCESS"]);
  });

  it("leaves no mark of a deletion by hand either", async () => {
    await invoke(created(FIRST), FIRST);
    bucket.put("docs/old.txt", null);
    await invoke(deleted(FIRST), FIRST);
    expect(bucket.versions).toEqual([]);
  });

  it("with a package of other folders empties those that the request names", async () => {
    await invoke(created(FIRST), FIRST);
    await invoke(deleted(FIRST), {});
    expect(bucket.versions).toEqual([]);
  });

  it("is answered with the resource's id, whatever that is", async () => {
    await invoke({ ...deleted(FIRST), PhysicalResourceId: "another" }, FIRST);
    expect(cloudFormation.received.at(-1)?.answer).toMatchObject({ PhysicalResourceId: "another" });
  });

  it("is done where the bucket, or everything in it, is gone", async () => {
    await invoke(deleted(FIRST), FIRST);
    bucket.exists = false;
    await invoke(deleted(FIRST), FIRST);
    expect(statuses()).toEqual(["SUCCESS", "SUCCESS"]);
  });
});

describe("a request that comes twice", () => {
  it.each([
    ["creation", created(FIRST), FIRST],
    ["update", updated(FIRST, SECOND), SECOND],
    ["deletion", deleted(FIRST), FIRST],
  ])("leaves the same objects: a %s", async (_, event, packaged) => {
    await invoke(created(FIRST), FIRST);
    await invoke(event, packaged);
    const once = bucket.texts();
    await Promise.all([invoke(event, packaged), invoke(event, packaged)]);
    expect(bucket.texts()).toEqual(once);
    expect(new Set(statuses())).toEqual(new Set(["SUCCESS"]));
  });
});

describe("a failure", () => {
  const failing = (commandName: string, key?: string) => {
    bucket.before = (command) => {
      const { Key } = command.input as { Key?: string };
      const isMeant = command.constructor.name === commandName && (key === undefined || Key === key);
      if (isMeant) throw s3Error("SlowDown", 503, "Please reduce your request rate");
    };
  };

  it.each([
    ["PutObjectCommand", "docs/page-CCCCCCC2.js"],
    ["PutObjectCommand", "docs/"],
    ["ListObjectVersionsCommand", undefined],
    ["DeleteObjectCommand", undefined],
  ])("of %s %s is answered with its reason, and the next attempt puts everything in place", async (command, key) => {
    await invoke(created(FIRST), FIRST);
    failing(command, key);
    await invoke(updated(FIRST, SECOND), SECOND);
    expect(cloudFormation.received.at(-1)?.answer).toEqual({
      Status: "FAILED",
      Reason: expect.stringMatching(/reduce your request rate.*\/aws\/lambda\/site-on-deploy/),
      PhysicalResourceId: "SiteFiles",
      ...IDS,
    });
    expect(log.lines("site_files_not_deployed")).toHaveLength(1);
    bucket.before = () => undefined;
    await invoke(updated(FIRST, SECOND), SECOND);
    expect(statuses().at(-1)).toBe("SUCCESS");
    expect(bucket.texts()).toMatchObject({ docs: "page 2", "docs/": "page 2", ...ASSETS_1, ...ASSETS_2 });
  });

  it("to put a file of a page leaves the existing page", async () => {
    await invoke(created(FIRST), FIRST);
    failing("PutObjectCommand", "docs/page-CCCCCCC2.js");
    await invoke(updated(FIRST, SECOND), SECOND);
    expect(bucket.texts()).toMatchObject({ docs: "page 1", ...ASSETS_1 });
  });

  it(
    "of a call that never ends is answered before the function's time-out",
    async () => {
      bucket.before = () => new Promise(() => undefined);
      await invoke(created(FIRST), FIRST, ANSWER_MS + 20);
      expect(statuses()).toEqual(["FAILED"]);
      // Less than the time that the answer is given: without the margin the test would wait all of it.
    },
    ANSWER_MS - 1_000,
  );

  it.each([
    ["a request without properties", { RequestType: "Create", ...IDS }, FIRST, "ResourceProperties"],
    ["an unknown request", { ...created(FIRST), RequestType: "Rename" }, FIRST, "RequestType"],
    ["a file of an unknown type", created(FIRST), { ...FIRST, "docs/movie.xyz": "x" }, "docs/movie.xyz"],
  ])("because of %s is answered", async (_, event, packaged, reason) => {
    await invoke(event, packaged);
    expect(cloudFormation.received).toMatchObject([
      { answer: { Status: "FAILED", Reason: expect.stringContaining(reason) } },
    ]);
    expect(bucket.versions).toEqual([]);
  });

  it("because of the environment is answered", async () => {
    await handler({ ResponseURL: cloudFormation.url, ...created(FIRST) }, {
      logGroupName: "/aws/lambda/site-on-deploy",
      getRemainingTimeInMillis: () => 60_000,
    } as Context);
    expect(cloudFormation.received.at(-1)?.answer).toMatchObject({
      Status: "FAILED",
      Reason: expect.stringContaining("SITE_BUCKET"),
    });
  });

  it("is answered in fewer bytes than CloudFormation allows", async () => {
    bucket.before = () => {
      throw new Error("長い".repeat(10_000));
    };
    await invoke(created(FIRST), FIRST);
    const [{ answer } = { answer: {} }] = cloudFormation.received;
    expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(4_096);
  });
});

describe("an answer that does not arrive", () => {
  it("is sent again", async () => {
    cloudFormation.next.push("hung up", "refused");
    await invoke(created(FIRST), FIRST);
    expect(statuses()).toEqual(["SUCCESS"]);
  });

  it("at the third time fails the invocation, and Lambda's next one answers", async () => {
    cloudFormation.next.push("refused", "hung up", "refused");
    await expect(invoke(created(FIRST), FIRST)).rejects.toThrow("answered 403");
    expect(statuses()).toEqual([]);
    await invoke(created(FIRST), FIRST);
    expect(statuses()).toEqual(["SUCCESS"]);
    expect(bucket.texts()).toMatchObject({ docs: "page 1", ...FIRST_OBJECTS });
  });

  it("is given up in the time that is kept for it", async () => {
    const limits = vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort(new Error("time-out")));
    try {
      await expect(invoke(created(FIRST), FIRST)).rejects.toThrow("time-out");
      expect(limits.mock.calls.flat().reduce((sum, limit) => sum + limit, 0)).toBeLessThan(ANSWER_MS);
    } finally {
      limits.mockRestore();
    }
  });

  it("without an address for it is an error", async () => {
    await expect(invoke({ ResponseURL: undefined, ...created(FIRST) }, FIRST)).rejects.toThrow("ResponseURL");
    expect(bucket.versions).toEqual([]);
  });
});
