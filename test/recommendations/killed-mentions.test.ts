import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { reconcile } from "../../lambdas/operations/reconcile.ts";
import { reconcilableDeliveries, reconcilableMentions } from "../../lambdas/recommendations/reconcile.ts";
import type { WebmentionReceiveMessage } from "../../lambdas/recommendations/work/webmention-receive-message.ts";
import { webmentionReceiveMessageOf } from "../../lambdas/recommendations/work/webmention-receive-message.ts";
import type { WebmentionSendMessage } from "../../lambdas/recommendations/work/webmention-send-message.ts";
import type { OutboundFetch } from "../../lambdas/shared/outbound/outbound-fetch.ts";
import type { AdminMail } from "../../lambdas/shared/sending/admin-mail.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import type { TestDynamo } from "../emulators/dynamo.ts";
import { startDynamo } from "../emulators/dynamo.ts";
import type { Death, Invocation } from "../emulators/invocation.ts";
import { invocation } from "../emulators/invocation.ts";
import { MINUTE, testClock } from "../emulators/test-clock.ts";
import { testIds, testQueue } from "../emulators/test-queue.ts";
import type { WebmentionSite } from "../upstreams/webmention-site.ts";
import { startWebmentionSite } from "../upstreams/webmention-site.ts";
import { addSite, changesWorld, changeTables } from "./changes-world.ts";
import {
  looker,
  MAX_RECEIVES,
  mentionTables,
  network,
  OUR_LIST,
  SITE_URL,
  sender,
  testAdminMail,
} from "./mentions-world.ts";

const log = capturedLog();
let garden: WebmentionSite;
let dynamo: TestDynamo;

beforeAll(async () => {
  garden = await startWebmentionSite();
  garden.recommend(`${SITE_URL}/`);
});
afterAll(() => garden.close());
beforeEach(async () => {
  dynamo = await startDynamo();
  garden.clearRequests();
});
afterEach(() => dynamo.close());

/** An external service, counted among the invocation's calls. */
function mortal<I, O>(running: Invocation, act: (input: I) => Promise<O>): (input: I) => Promise<O> {
  return (input) => running.outside(() => act(input));
}

const outside: OutboundFetch = (request) => network({ "garden.example": garden })(request);

function deaths(calls: number): Death[] {
  return (["before", "after"] as const).flatMap((moment) =>
    Array.from({ length: calls }, (_, index): Death => ({ call: index + 1, moment })),
  );
}

/** The state before a call equals the state after the previous one. */
const afterCalls = (calls: number) => deaths(calls).filter(({ moment }) => moment === "after");

describe("a worker that is killed while it notifies a site", () => {
  const calls = 5;

  async function underFire() {
    const world = changesWorld(dynamo);
    const recommendation = await addSite("garden", world);
    const [sent] = world.webmentionSendQueue.sent.splice(0);
    if (sent === undefined) throw new Error("Nobody is to be told.");
    return {
      world,
      message: sent.message,
      receive(message: WebmentionSendMessage, receiveCount: number, death: Death | null) {
        const running = invocation(dynamo, death);
        const { directory, deliveries } = changeTables(running.client);
        const fetch = mortal(running, outside);
        const { clock } = world;
        const worker = sender({
          directory,
          deliveries,
          clock,
          siteUrl: SITE_URL,
          attemptMs: 30_000,
          fetch,
          random: () => 0,
        });
        return running.answer(() => worker.receive(message, receiveCount));
      },
      reconcile() {
        const { deliveries, webmentionSendQueue, clock } = world;
        return reconcile([reconcilableDeliveries(deliveries, webmentionSendQueue, clock)], "run-1", clock);
      },
      deliveries: () => world.deliveries.list(recommendation.id),
    };
  }

  const told = [{ endpoint: "/webmentions/receive", source: OUR_LIST, target: "https://garden.example/" }];
  const sent = [
    { status: "sent", endpoint: "https://garden.example/webmentions/receive", attempts: 1, lastStatusCode: 202 },
  ];

  function expectNotified(): void {
    expect(garden.posted().slice(-1)).toMatchObject(told);
    expect(garden.posted().length).toBeLessThanOrEqual(2);
  }

  it("makes exactly the calls at which it is killed", async () => {
    const fired = await underFire();
    expect(await fired.receive(fired.message, 1, { call: calls, moment: "before" })).toBe("dead");
    expect(await fired.receive(fired.message, 1, { call: calls + 1, moment: "before" })).toBe(true);
  });

  it.each(deaths(calls))("$moment call $call: the next receive notifies it, and this is logged", async (death) => {
    const fired = await underFire();
    expect(await fired.receive(fired.message, 1, death)).toBe("dead");
    fired.world.clock.forward(3 * MINUTE);
    expect(await fired.receive(fired.message, 2, null)).toBe(true);
    expectNotified();
    expect(await fired.deliveries()).toMatchObject(sent);
  });

  it.each(afterCalls(calls))("$moment call $call, with its message lost: reconcile has it notified", async (death) => {
    const fired = await underFire();
    expect(await fired.receive(fired.message, 1, death)).toBe("dead");
    fired.world.clock.forward(12 * MINUTE);
    await fired.reconcile();
    for (const { message } of fired.world.webmentionSendQueue.sent) await fired.receive(message, 1, null);
    expectNotified();
    expect(await fired.deliveries()).toMatchObject(sent);
  });
});

describe("a worker that is killed while it verifies a mention", () => {
  const calls = 13;

  async function underFire(mail: AdminMail = testAdminMail()) {
    const clock = testClock();
    const newId = testIds();
    const { mentions, mails } = mentionTables(dynamo.client);
    const queue = testQueue<WebmentionReceiveMessage>();
    const reconcileAt = new Date(clock.now().getTime() + 10 * MINUTE);
    const request = { id: "request-1", now: clock.now(), reconcileAt };
    const mention = await mentions.request(garden.source, `${SITE_URL}/`, request);
    return {
      clock,
      queue,
      message: webmentionReceiveMessageOf(mention),
      receive(message: WebmentionReceiveMessage, receiveCount: number, death: Death | null) {
        const running = invocation(dynamo, death);
        const worker = looker({
          ...mentionTables(running.client),
          adminMail: { send: mortal(running, (text: Parameters<AdminMail["send"]>[0]) => mail.send(text)) },
          siteUrl: SITE_URL,
          siteTitle: "Our page",
          fetch: mortal(running, outside),
          now: () => performance.now(),
          clock,
          random: () => 0,
          newId,
          maxReceiveCount: MAX_RECEIVES,
        });
        return running.answer(() => worker.receive(message, receiveCount));
      },
      reconcile: () => reconcile([reconcilableMentions(mentions, queue, clock)], "run-1", clock),
      mention: () => mentions.get(mention.id),
      mail: () => mails.get({ host: "garden.example" }),
      isLeft: async () => (await mentions.overdue(new Date(clock.now().getTime() + 60 * MINUTE), 10)).length > 0,
    };
  }

  /** True in every case: the site is listed, at most one mail was sent, and a lost mail is logged. */
  async function expectEnded(fired: Awaited<ReturnType<typeof underFire>>, sent: number): Promise<void> {
    expect(await fired.mention()).toMatchObject({ status: "verified", site: { title: "The garden" } });
    expect(await fired.isLeft()).toBe(false);
    const end = await fired.mail();
    expect(sent).toBeLessThanOrEqual(1);
    if (end?.status === "sent") expect(sent).toBe(1);
    else expect(end?.status).toBe("unknown");
    expect(log.lines("mail_outcome_unknown")).toHaveLength(end?.status === "unknown" ? 1 : 0);
  }

  it("makes exactly the calls at which it is killed", async () => {
    const fired = await underFire();
    expect(await fired.receive(fired.message, 1, { call: calls, moment: "before" })).toBe("dead");
    await dynamo.close();
    dynamo = await startDynamo();
    const again = await underFire();
    expect(await again.receive(again.message, 1, { call: calls + 1, moment: "before" })).toBe(true);
  });

  it.each(deaths(calls))("$moment call $call: no second mail is sent", async (death) => {
    const mail = testAdminMail();
    const fired = await underFire(mail);
    expect(await fired.receive(fired.message, 1, death)).toBe("dead");
    fired.clock.forward(5 * MINUTE);
    if ((await fired.receive(fired.message, 2, null)) === false) {
      fired.clock.forward(10 * MINUTE);
      expect(await fired.receive(fired.message, 3, null)).toBe(true);
    }
    await expectEnded(fired, mail.sent.length);
    // A further receive changes nothing.
    expect(await fired.receive(fired.message, 4, null)).toBe(true);
    await expectEnded(fired, mail.sent.length);
  });

  it.each(afterCalls(calls))(
    "$moment call $call, with its message lost: reconcile leads to the same state",
    async (death) => {
      const mail = testAdminMail();
      const fired = await underFire(mail);
      expect(await fired.receive(fired.message, 1, death)).toBe("dead");
      fired.clock.forward(12 * MINUTE);
      await fired.reconcile();
      for (const { message } of fired.queue.sent) expect(await fired.receive(message, 1, null)).toBe(true);
      await expectEnded(fired, mail.sent.length);
    },
  );

  it.each(deaths(calls))(
    "$moment call $call, with SES throttling: one mail in the end, unless a claim was left",
    async (death) => {
      const mail = testAdminMail();
      mail.end = { kind: "refused", code: "mail_throttled", cause: new Error("slow down") };
      const fired = await underFire(mail);
      await fired.receive(fired.message, 1, death);
      const refused = mail.sent.length;
      const left = await fired.mail();
      mail.end = { kind: "sent" };
      fired.clock.forward(12 * MINUTE);
      expect(await fired.receive(fired.message, 2, null)).toBe(true);
      expect(mail.sent.length - refused).toBe(left === null || left.status === "waiting" ? 1 : 0);
      await expectEnded(fired, mail.sent.length - refused);
    },
  );
});
