import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { reconcile } from "../../../lambdas/operations/reconcile.ts";
import { reconcilableDigests } from "../../../lambdas/recommendations/reconcile.ts";
import type { MailDigestMessage } from "../../../lambdas/recommendations/work/webmention-receive-message.ts";
import { webmentionReceiveMessageOf } from "../../../lambdas/recommendations/work/webmention-receive-message.ts";
import type { AdminMail } from "../../../lambdas/shared/sending/admin-mail.ts";
import type { WebmentionSite } from "../../../lib/local/sites/webmention-site.ts";
import { startWebmentionSite } from "../../../lib/local/sites/webmention-site.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import type { TestDynamo } from "../../emulators/dynamo.ts";
import { startDynamo } from "../../emulators/dynamo.ts";
import type { Death } from "../../emulators/invocation.ts";
import { invocation } from "../../emulators/invocation.ts";
import type { TestClock } from "../../emulators/test-clock.ts";
import { MINUTE, testClock } from "../../emulators/test-clock.ts";
import type { TestQueue } from "../../emulators/test-queue.ts";
import { testIds, testQueue } from "../../emulators/test-queue.ts";
import type { TestAdminMail } from "../mentions-world.ts";
import {
  looker,
  MAX_RECEIVES,
  mentionTables,
  network,
  SITE_URL,
  testAdminMail,
  verifiedMentions,
} from "../mentions-world.ts";
import { DAY } from "../sample-mentions.ts";

const US = `${SITE_URL}/`;
const LIST = "/.well-known/recommendations.json";
const TODAY = "2026-11-20";
const log = capturedLog();

let dynamo: TestDynamo;
let tables: ReturnType<typeof mentionTables>;
let clock: TestClock;
let mail: TestAdminMail;
let queue: TestQueue<MailDigestMessage>;
let farm: WebmentionSite;
let newId: () => string;

beforeAll(async () => {
  farm = await startWebmentionSite();
  farm.recommend(US);
});
afterAll(() => farm.close());
beforeEach(async () => {
  dynamo = await startDynamo();
  tables = mentionTables(dynamo.client);
  clock = testClock();
  mail = testAdminMail();
  queue = testQueue();
  newId = testIds();
});
afterEach(() => dynamo.close());

/** Hosts of one owner, who needs only a wildcard in the DNS. */
const hosts = Array.from({ length: 40 }, (_, index) => `h${String(index).padStart(2, "0")}.farm.example`);
const farms = Object.fromEntries(hosts.map((host) => [host, farm]));

function worker(client = dynamo.client, adminMail: AdminMail | null = mail) {
  return looker({
    ...mentionTables(client),
    adminMail,
    siteUrl: SITE_URL,
    siteTitle: "Our page",
    fetch: network(Object.fromEntries(Object.keys(farms).map((host) => [host, farm]))),
    now: () => performance.now(),
    clock,
    random: () => 0,
    newId,
    maxReceiveCount: MAX_RECEIVES,
  });
}

/** A host's list recommends us, and is verified. */
async function recommended(host: string, path = ""): Promise<boolean> {
  const now = clock.now();
  const request = { id: newId(), now, reconcileAt: new Date(now.getTime() + 10 * MINUTE) };
  const mention = await tables.mentions.request(`https://${host}${path}${LIST}`, US, request);
  return worker().receive(webmentionReceiveMessageOf(mention));
}

/** The digest of the test's day without the forty sites, whose requests other tests cover. */
async function waitingDigest(): Promise<void> {
  for (const host of hosts.slice(10)) await tables.mails.addToDigest(host, clock.now(), 5 * MINUTE);
  clock.forward(DAY);
}

const run = () => reconcile([reconcilableDigests(tables.mails, queue, clock)], "run-1", clock);

/** The messages that reconcile has sent since, each received once. */
async function received(receiveCount = 1): Promise<boolean[]> {
  const done: boolean[] = [];
  for (const { message } of queue.sent.splice(0)) done.push(await worker().receive(message, receiveCount));
  return done;
}

const digest = { digestOf: TODAY, schemaVersion: 1 } as const;

describe("forty hosts that recommend us on one day", () => {
  it("cause ten mails, and one digest of the others after the day's end, each host in one of them", async () => {
    for (const host of hosts) expect(await recommended(host)).toBe(true);
    expect(mail.sent).toHaveLength(10);
    // Repeated mentions and other paths change nothing.
    for (const host of hosts) await recommended(host);
    expect(mail.sent).toHaveLength(10);
    expect(log.lines("mail_deferred_to_digest")).toHaveLength(30);

    await run();
    expect(queue.sent).toEqual([]);
    clock.forward(DAY);
    await run();
    expect(queue.sent).toEqual([{ message: digest, correlationId: "run-1" }]);
    expect(await received()).toEqual([true]);
    expect(mail.sent).toHaveLength(11);
    const last = mail.sent.at(-1);
    expect(last?.subject).toBe("👍 New recommendations: 30");
    for (const host of hosts.slice(10)) expect(last?.text).toContain(`\n${host}\n`);
    for (const host of hosts.slice(0, 10)) expect(last?.text).not.toContain(host);
    expect(last?.html).toContain("<li>h10.farm.example</li>");

    await run();
    expect(await received()).toEqual([]);
    for (const host of hosts) await recommended(host);
    expect(mail.sent).toHaveLength(11);
  });

  it("can cause ten more mails on the next day", async () => {
    for (const host of hosts.slice(0, 12)) await recommended(host);
    clock.forward(DAY);
    for (const host of hosts.slice(12)) await recommended(host);
    expect(mail.sent).toHaveLength(20);
  });
});

it("are one mail if they are lists of one host", async () => {
  farm.list(null);
  for (let index = 0; index < 40; index += 1) {
    farm.page(`/u${index}${LIST}`, { status: 200, headers: { "content-type": "application/json" }, body: `["${US}"]` });
    expect(await recommended("h00.farm.example", `/u${index}`)).toBe(true);
  }
  expect(await verifiedMentions(tables.mentions)).toHaveLength(40);
  expect(mail.sent).toHaveLength(1);
});

describe("a digest", () => {
  const refusal = { kind: "refused", code: "mail_throttled", cause: new Error("slow down") } as const;

  it("that SES refuses is tried again, then on the next day, within the time limit", async () => {
    await waitingDigest();
    mail.end = refusal;
    for (const receiveCount of [1, 2, 3, 4]) expect(await worker().receive(digest, receiveCount)).toBe(false);
    expect(log.lines("digest_given_up")).toMatchObject([{ day: TODAY, code: "mail_throttled" }]);
    await run();
    expect(queue.sent).toEqual([]);
    clock.forward(DAY);
    await run();
    mail.end = { kind: "sent" };
    expect(await received()).toEqual([true]);
    expect(mail.sent).toHaveLength(5);
    expect(await tables.mails.get({ day: TODAY })).toMatchObject({ status: "sent" });
  });

  it("that is never accepted is dropped after a week", async () => {
    await waitingDigest();
    mail.end = refusal;
    for (let day = 0; day < 12; day += 1) {
      await run();
      await received(4);
      clock.forward(DAY);
    }
    expect(mail.sent).toHaveLength(8);
    expect(await tables.mails.overdueDigests(new Date(clock.now().getTime() + 365 * DAY), 10)).toEqual([]);
  });

  it("whose outcome is unknown raises an alarm and is never sent again", async () => {
    await waitingDigest();
    mail.end = { kind: "unknown", code: "mail_outcome_unknown", cause: new Error("no answer") };
    expect(await worker().receive(digest)).toBe(true);
    expect(log.lines("mail_outcome_unknown")).toMatchObject([{ level: "ERROR", day: TODAY }]);
    mail.end = { kind: "sent" };
    clock.forward(DAY);
    await run();
    expect(queue.sent).toEqual([]);
    expect(await worker().receive(digest)).toBe(true);
    expect(mail.sent).toHaveLength(1);
  });

  it("is sent once by two workers with the same message", async () => {
    await waitingDigest();
    await Promise.all([worker().receive(digest), worker().receive(digest)]);
    expect(mail.sent).toHaveLength(1);
    clock.forward(20 * MINUTE);
    expect(await worker().receive(digest)).toBe(true);
    expect(mail.sent).toHaveLength(1);
  });

  it("without a host, and without mail settings, is dropped", async () => {
    expect(await worker().receive(digest)).toBe(true);
    await waitingDigest();
    expect(await worker(dynamo.client, null).receive(digest)).toBe(true);
    await run();
    expect(queue.sent).toEqual([]);
    expect(log.lines("digest_not_needed")).toHaveLength(1);
    expect(log.lines("mail_not_configured")).toHaveLength(1);
  });

  it("is postponed by reconcile to the next day", async () => {
    await waitingDigest();
    for (let hours = 0; hours < 6; hours += 1) {
      await run();
      clock.forward(120 * MINUTE);
    }
    expect(queue.sent.splice(0)).toHaveLength(3);
    clock.forward(DAY);
    await run();
    expect(await received()).toEqual([true]);
    expect(mail.sent).toHaveLength(1);
  });

  const calls = 5;
  const deaths = (["before", "after"] as const).flatMap((moment) =>
    Array.from({ length: calls }, (_, index): Death => ({ call: index + 1, moment })),
  );

  it.each([...deaths, { call: calls + 1, moment: "before" } as const])(
    "whose worker is killed $moment call $call is mailed at most once, and a lost one is logged",
    async (death) => {
      await waitingDigest();
      const running = invocation(dynamo, death);
      const mortal: AdminMail = {
        async send(text) {
          const ends: Awaited<ReturnType<AdminMail["send"]>>[] = [];
          const act = { send: async (sent: typeof text) => void ends.push(await mail.send(sent)) };
          await running.queue(act).send(text, "");
          const [end] = ends;
          if (end === undefined) throw new Error("Nothing was sent.");
          return end;
        },
      };
      const answer = await running.answer(() => worker(running.client, mortal).receive(digest));
      expect(answer).toBe(death.call > calls ? true : "dead");
      for (let round = 0; round < 3; round += 1) {
        clock.forward(15 * MINUTE);
        await run();
        await received();
      }
      const end = await tables.mails.get({ day: TODAY });
      expect(mail.sent.length).toBeLessThanOrEqual(1);
      if (end?.status === "sent") expect(mail.sent).toHaveLength(1);
      else expect(end?.status).toBe("unknown");
      expect(log.lines("mail_outcome_unknown")).toHaveLength(end?.status === "unknown" ? 1 : 0);
      expect(await tables.mails.overdueDigests(new Date(clock.now().getTime() + DAY), 10)).toEqual([]);
    },
  );
});
