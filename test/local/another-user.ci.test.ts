import { execFile } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectRefusal } from "./expect-refusal.ts";
import { authorizationQuery } from "./sign-in/sign-in-system.ts";
import { SpawnedRunner } from "./spawned-runner.ts";
import { folderOfFile } from "./temporary-folders.ts";
import { until } from "./until.ts";

/** The user that owns nothing. */
const NOBODY = 65_534;
/** Only root can act as a second user. Anybody else sends the same requests, and the modes of the files are looked at. */
const IS_ROOT = process.getuid?.() === 0;
const BECOME_ANOTHER = IS_ROOT
  ? `process.setgroups([]); process.setgid(${NOBODY}); process.setuid(${NOBODY}); process.chdir("/");`
  : "";

const folder = folderOfFile();
const data = join(folder, "data");
const shared = join(folder, "shared");
let runner: SpawnedRunner;

/** Runs a program as the other user. @returns the value of its expression */
async function asAnotherUser<T>(expression: string): Promise<T> {
  const program = `${BECOME_ANOTHER} (async () => (${expression}))().then((value) => console.log(JSON.stringify(value)))`;
  const { stdout } = await promisify(execFile)(process.execPath, ["-e", program], { maxBuffer: 10_000_000 });
  return JSON.parse(stdout) as T;
}

interface Attempt {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The statuses of the answers to the other user's requests. */
function statuses(attempts: readonly Attempt[]): Promise<readonly number[]> {
  return asAnotherUser(
    `Promise.all(${JSON.stringify(attempts)}.map(({ url, ...init }) =>
      fetch(url, { ...init, redirect: "manual" }).then(({ status }) => status)))`,
  );
}

beforeAll(async () => {
  chmodSync(folder, 0o755);
  mkdirSync(shared);
  // As the system's folder for temporary files.
  chmodSync(shared, 0o1777);
  runner = await SpawnedRunner.start({
    dataFolder: data,
    egressMap: {},
    env: { TMPDIR: shared, MAGPIE_MERCARI_PAGE_SOURCE: "rendered" },
  });
});

afterAll(async () => {
  await runner?.end("SIGKILL");
});

describe("another user of the machine", () => {
  it("can't sign in", async () => {
    const url = `${runner.outputs.api_url}/oauth2/authorize?${authorizationQuery()}`;
    const form = { "content-type": "application/x-www-form-urlencoded", origin: runner.outputs.api_url };
    expect(
      await statuses([
        { url },
        { url, headers: { cookie: "magpie-00000000=guess" } },
        { url, method: "POST", headers: form, body: "username=mallory&administrator=yes" },
      ]),
    ).toEqual([403, 403, 403]);
  });

  it("can neither read mails and alarms nor run a schedule", async () => {
    const { api_url, mail, schedules } = runner.outputs;
    expect(
      await statuses([
        { url: `${mail.url}/store` },
        { url: `${api_url}/_local/alarms` },
        { url: `${api_url}/_local/console/guess` },
        { url: `${api_url}/_local/nothing` },
        ...schedules.map((name) => ({ url: `${api_url}/_local/schedules/${name}/run`, method: "POST" })),
      ]),
    ).toEqual(Array.from({ length: 4 + schedules.length }, () => 401));
  });

  it("can't call AWS, even with the operator's access key id", async () => {
    const { dynamodb_endpoint: url, credentials, buckets, queues } = runner.outputs;
    const at = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, "");
    const json = (target: string) => ({ "content-type": "application/x-amz-json-1.0", "x-amz-target": target });
    const signed = (service: string) => ({
      "x-amz-date": at,
      "x-amz-content-sha256": "UNSIGNED-PAYLOAD",
      authorization: `AWS4-HMAC-SHA256 Credential=${credentials.access_key_id}/${at.slice(0, 8)}/us-east-1/${service}/aws4_request, SignedHeaders=host;x-amz-date, Signature=${"0".repeat(64)}`,
    });
    const queue = JSON.stringify({ QueueUrl: Object.values(queues)[0]?.url });
    const attempts = [
      { url, method: "POST", headers: json("DynamoDB_20120810.ListTables"), body: "{}" },
      { url, method: "POST", headers: json("AmazonSQS.ReceiveMessage"), body: queue },
      { url: `${url}/${buckets.site}` },
      { url, method: "POST", headers: { ...json("DynamoDB_20120810.ListTables"), ...signed("dynamodb") }, body: "{}" },
      { url, method: "POST", headers: { ...json("AmazonSQS.ReceiveMessage"), ...signed("sqs") }, body: queue },
      { url: `${url}/${buckets.site}`, headers: signed("s3") },
    ];
    expect(await statuses(attempts)).toEqual(attempts.map(() => 403));
  });

  it("can't read the data folder, nor find a secret among the processes", async () => {
    const files = readdirSync(data);
    expect(files).toEqual(expect.arrayContaining(["outputs.json", "token-key.pem", "runner.db", "mails"]));
    const paths = [data, ...files.map((name) => join(data, name))];
    if (IS_ROOT) {
      const opened = await asAnotherUser<string[]>(
        `${JSON.stringify(paths)}.map((path) => {
          try { fs.readdirSync(path); } catch (one) { try { fs.readFileSync(path); } catch (other) { return other.code; } }
          return "read";
        })`,
      );
      expect(opened).toEqual(paths.map(() => "EACCES"));
    } else {
      for (const path of paths) expect(statSync(path).mode & 0o077, path).toBe(0);
    }
    const commandLine = readFileSync(`/proc/${runner.child.pid}/cmdline`, "utf8");
    const { console, credentials, tokens } = runner.outputs;
    for (const secret of [console.url, credentials.secret_access_key, tokens.admin, tokens.member]) {
      expect(commandLine).not.toContain(secret);
    }
  });

  it("can't offer a data folder of its own", async () => {
    const theirs = IS_ROOT ? await asAnotherUser<string>(`fs.mkdtempSync("${shared}/data-")`) : "/usr";
    await expectRefusal({ dataFolder: theirs }, /it belongs to another user/);
  });

  it("has nothing executed that lies in the folder for temporary files", async () => {
    const { version } = JSON.parse(readFileSync("node_modules/@sparticuz/chromium/package.json", "utf8"));
    const mark = join(shared, "executed");
    await asAnotherUser(
      `["chromium", "magpie-chromium-${version}", "magpie-chromium/${version}/chromium"].map((name) => {
        const path = ${JSON.stringify(shared)} + "/" + name;
        fs.mkdirSync(require("node:path").dirname(path), { recursive: true });
        fs.writeFileSync(path, "#!/bin/sh\\ntouch ${mark}\\n", { mode: 0o755 });
      })`,
    );
    const planted = readdirSync(shared).sort();
    const { region, dynamodb_endpoint: endpoint, credentials } = runner.outputs;
    const { access_key_id: accessKeyId, secret_access_key: secretAccessKey } = credentials;
    const lambda = new LambdaClient({ region, endpoint, credentials: { accessKeyId, secretAccessKey } });
    const page = { url: "https://jp.mercari.com/search", deadline: Date.now() + 60_000 };
    const command = { FunctionName: "local-mercari-renderer", Payload: JSON.stringify(page) };
    const answer = await until(
      "the browser is started within the function's time",
      async () => {
        const { Payload } = await lambda.send(new InvokeCommand(command));
        return JSON.parse(Buffer.from(Payload ?? []).toString()) as object;
      },
      (payload) => "ok" in payload,
    );
    // The egress map refuses the page itself.
    expect(answer).toMatchObject({ ok: false });
    expect(existsSync(join("node_modules/.cache/magpie/tmp/magpie-chromium", version, "chromium"))).toBe(true);
    expect(existsSync(mark)).toBe(false);
    expect(readdirSync(shared).sort()).toEqual(planted);
  });
});
