import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newStock } from "../../lambdas/slides/stock.ts";
import { stockTable } from "../../lambdas/slides/stock-table.ts";
import type { SlideSites } from "../../lib/local/sites/slide-sites.ts";
import { startSlideSites } from "../../lib/local/sites/slide-sites.ts";
import { entry } from "../entry.ts";
import { workRequest } from "../shared/saved-items/work-request.ts";
import { ApiClient, request } from "./api-client.ts";
import { expectRefusal } from "./expect-refusal.ts";
import { send } from "./send.ts";
import { SpawnedRunner } from "./spawned-runner.ts";
import { isRequestFor, Queue } from "./system.ts";
import { folderOfFile } from "./temporary-folders.ts";
import { until } from "./until.ts";

/** How long the runner itself waits for its functions at a `SIGTERM`. */
const PATIENCE_MS = 2_000;
/** What else a stop may take, in starts of a runner: a busy machine is slow at both. */
const STARTS = 1.5;

let sites: SlideSites;

beforeAll(async () => {
  sites = await startSlideSites();
});

afterAll(() => sites.close());

/** Addresses in /proc/net/tcp and tcp6 are in host byte order, one word at a time. */
const LOOPBACK = new Set(["0100007F", "00000000000000000000000001000000", "0000000000000000FFFF00000100007F"]);
const LISTENS = "0A";

/** Local addresses, in the kernel's form, on which a process listens. */
function listening(pid: number): string[] {
  const inodes = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [];
      } catch {
        // Closed between the two reads.
        return [];
      }
    }),
  );
  const lines = ["tcp", "tcp6"].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, "utf8").split("\n").slice(1),
  );
  return lines.flatMap((line) => {
    const [, local = "", , state = "", , , , , , inode = ""] = line.trim().split(/\s+/);
    return state === LISTENS && inodes.has(inode) ? [local] : [];
  });
}

async function tokenOf(dataFolder: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [...entry("token.ts"), ...args], {
    env: { PATH: process.env.PATH, MAGPIE_DATA_DIR: dataFolder },
  });
  expect(stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
  return stdout.trim();
}

describe("a complete runner", () => {
  const folder = folderOfFile();
  let runner: SpawnedRunner;
  const options = () => ({
    dataFolder: folder,
    egressMap: sites.egressMap,
    // Schedules don't fire by themselves in this test.
    env: { MAGPIE_TIME_SCALE: "1", MAGPIE_SITE_URL: "https://alice.example" },
  });

  beforeAll(async () => {
    runner = await SpawnedRunner.start(options());
  });

  afterAll(async () => {
    await runner.end("SIGKILL");
  });

  it("prints its address in one line, and on standard error nothing but the address to open", () => {
    expect(runner.stdout).toBe(`magpie ready ${runner.outputs.api_url}\n`);
    expect(runner.stderr).toBe(`Open ${runner.outputs.console.url}\n`);
  });

  it("protects its folder, and all files there, from other users of the machine", () => {
    const paths = ["", ...readdirSync(folder, { recursive: true, encoding: "utf8" })];
    expect(paths.length).toBeGreaterThan(5);
    const open = paths.filter((path) => statSync(join(folder, path)).mode & 0o077);
    expect(open).toEqual([]);
  });

  it("answers no request for another host, and to no page of another origin", async () => {
    const { api_url } = runner.outputs;
    const port = Number(new URL(api_url).port);
    const rebound = await send(port, "GET", "/_local/mail/store", "", { host: `rebind.example:${port}` });
    expect([rebound.status, rebound.body.toString()]).toEqual([421, expect.stringContaining("MAGPIE_SITE_URL")]);
    const fire = { method: "POST", headers: { origin: "https://stranger.example" } };
    expect((await request(api_url, "/_local/schedules/reconcile/run", fire)).status).toBe(403);
  });

  it("has a random operator's key, which its emulators require", async () => {
    const { credentials } = runner.outputs;
    expect(credentials.access_key_id).toMatch(/^AKIA[0-9A-F]{16}$/);
    const ports = listening(Number(runner.child.pid)).map((address) =>
      Number.parseInt(address.split(":")[1] ?? "", 16),
    );
    const own = [runner.outputs.api_url, runner.outputs.sqs_endpoint].map((url) => Number(new URL(url).port));
    const emulators = ports.filter((port) => !own.includes(port));
    expect(emulators.length).toBeGreaterThan(0);
    for (const port of emulators) {
      const answer = await fetch(`http://127.0.0.1:${port}/`, {
        method: "POST",
        headers: { "content-type": "application/x-amz-json-1.0", "x-amz-target": "AmazonSQS.ListQueues" },
        body: "{}",
      });
      expect(answer.status).toBe(403);
    }
  });

  it("issues tokens of a user and an administrator for a day", () => {
    const { admin, member } = runner.outputs.tokens;
    const [ofAdmin, ofMember] = [admin, member].map((token) =>
      JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()),
    );
    expect(ofAdmin["cognito:groups"]).toEqual(["admin"]);
    expect(ofMember["cognito:groups"]).toBeUndefined();
    expect(ofAdmin.sub).not.toBe(ofMember.sub);
    for (const { iat, exp } of [ofAdmin, ofMember]) expect(exp - iat).toBe(86_400);
  });

  it("listens on loopback only", () => {
    const addresses = listening(Number(runner.child.pid));
    // The API, the AWS endpoint, and the emulators behind it.
    expect(addresses.length).toBeGreaterThanOrEqual(3);
    const open = addresses.filter((address) => !LOOPBACK.has(address.split(":")[0] ?? ""));
    expect(open).toEqual([]);
  });

  it("accepts tokens of the token command", async () => {
    const member = new ApiClient(runner.outputs.api_url, await tokenOf(folder, "--sub", "alice"));
    expect((await member.call("GET", "/v1/stocks")).status).toBe(200);
    expect((await member.call("GET", "/v1/ops/queues")).status).toBe(403);
    const admin = new ApiClient(
      runner.outputs.api_url,
      await tokenOf(folder, "--sub", "root", "--group", "admin", "--expires-in", "60"),
    );
    expect((await admin.call("GET", "/v1/ops/queues")).status).toBe(200);
  });

  it("fires a schedule on demand, which resends the message of a stock that is missing in the queue", async () => {
    const { outputs } = runner;
    const url = "https://speakerdeck.com/lifecycle/forgotten";
    const { access_key_id: accessKeyId, secret_access_key: secretAccessKey } = outputs.credentials;
    const client = new DynamoDBClient({
      region: outputs.region,
      endpoint: outputs.dynamodb_endpoint,
      credentials: { accessKeyId, secretAccessKey },
    });
    // The state after a kill between the write and the message, and after the grace period.
    const stock = newStock(
      { provider: "speakerdeck", canonicalUrl: url, originalUrl: url },
      { userId: "local-member", memo: null, tags: [] },
      { at: new Date(), savedAt: null },
      workRequest(randomUUID(), new Date(Date.now() - 60_000), 1_000),
    );
    await stockTable(DynamoDBDocumentClient.from(client), String(outputs.tables.stocks)).create(stock, "creation-1");
    const member = new ApiClient(outputs.api_url, outputs.tokens.member);
    expect((await member.stock(stock.id)).status).toBe("pending");

    const fired = await member.call<unknown>("POST", "/_local/schedules/reconcile/run");
    expect([fired.status, fired.body]).toEqual([200, { ok: true }]);
    expect(await member.settled(stock.id)).toMatchObject({ status: "ready", title: sites.deck(url).title });

    const unknown = await member.call("POST", "/_local/schedules/nothing/run");
    expect(unknown.status).toBe(404);
  });

  it("keeps its folder for itself", async () => {
    await expectRefusal({ dataFolder: folder }, /another magpie/i);
    expect((await request(runner.outputs.api_url, "/v1/health")).status).toBe(200);
    expect(runner.outputs.pid).toBe(runner.child.pid);
  });

  it("ends at SIGTERM without waiting for its functions, and the next one continues", async () => {
    const first = runner;
    const { api_url, tokens } = first.outputs;
    const member = new ApiClient(api_url, tokens.member);
    const alice = await tokenOf(folder, "--sub", "alice");
    const kept = await member.settled((await member.save("https://speakerdeck.com/lifecycle/kept", "a memo")).id);
    await new Queue(first.outputs).send("nobody understands this");
    const deadLetters = (of: SpawnedRunner) =>
      until(
        "the dead letter is there",
        () => new Queue(of.outputs).deadLetters(),
        (letters) => letters.length > 0,
      );
    const [letter] = await deadLetters(first);

    // A function that runs at that time, and would run longer than the runner may take.
    const slow = "https://speakerdeck.com/lifecycle/slow";
    sites.fault(isRequestFor(slow), { kind: "slow_headers", ms: 40_000 }, 1);
    const running = await member.save(slow);
    await expect.poll(() => sites.requests(isRequestFor(slow)).length, { message: "the function runs" }).toBe(1);
    const before = performance.now();
    expect(await first.end("SIGTERM")).toBe(0);
    const stopped = performance.now();
    expect(first.stderr).not.toMatch(/\bat .+:\d+:\d+/);

    runner = await SpawnedRunner.start({ ...options(), args: ["--verbose"] });
    const second = runner;
    expect(stopped - before).toBeLessThan(PATIENCE_MS + STARTS * (performance.now() - stopped));
    const again = new ApiClient(second.outputs.api_url, second.outputs.tokens.member);
    expect(await again.stock(kept.id)).toEqual(kept);
    expect((await again.settled(running.id)).status).toBe("ready");
    expect((await deadLetters(second)).map(({ Body }) => Body)).toEqual([letter?.Body]);
    for (const token of [alice, tokens.member]) {
      expect((await new ApiClient(second.outputs.api_url, token).call("GET", "/v1/stocks")).status).toBe(200);
    }
    expect(await second.end("SIGINT")).toBe(0);
    expect(second.stderr).toMatch(/\n {2}tables +.*local-stocks/);
    expect(second.stderr).toMatch(/\nNot emulated[^\n]*\n(?: [^\n]*\n)* {2}AWS::Lambda::Permission/);
    expect(second.stderr).toMatch(/\n\nOpen http:\S+\n/);
    expect(second.stderr).toMatch(/\[slides-worker\] \{.*"message":"message_done"/);
  });
});
