import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { listNotices } from "../../../lambdas/notices/list-notices.ts";
import { NoticeTable } from "../../../lambdas/notices/notice-table.ts";
import { noticesRoutes } from "../../../lambdas/notices/routes.ts";
import { sendDue } from "../../../lambdas/notices/send-due.ts";
import { httpApi } from "../../../lambdas/shared/http/http-api.ts";
import type { ChannelName } from "../../../lambdas/shared/notices/notice-kind.ts";
import { NoticeWriter } from "../../../lambdas/shared/notices/notice-writer.ts";
import { answerTo } from "../../emulators/http-event.ts";
import { MINUTE } from "../../emulators/test-clock.ts";
import type { NoticesWorld } from "../../notices/notices-world.ts";
import { noticesWorld, priceNotice } from "../../notices/notices-world.ts";
import type { BrokenCall } from "../fault.ts";
import type { Entry, FaultFeature, FaultWorld } from "../feature.ts";
import { request, schedule } from "../feature.ts";
import { mayBeUnknown } from "../may-be-unknown.ts";
import { brokenFetch, brokenMail } from "../outside.ts";
import { hourlyRun } from "../schedules.ts";
import type { System } from "../system.ts";

const DAY = 24 * 60 * MINUTE;

interface NoticesFaults extends FaultWorld {
  readonly services: NoticesWorld;
  readonly run: () => Promise<unknown>;
}

function start(system: System): NoticesFaults {
  const { clock, invocations } = system;
  const services = noticesWorld(invocations.client, clock);
  const { adminMail, fetch, mails, posts } = services;
  if (adminMail === null) throw new Error("The stage sends mails.");
  const broken = {
    ...services,
    adminMail: brokenMail(invocations, adminMail),
    webhook: {
      read: () => invocations.aws("GetSecretValue", async () => services.secret),
      forget: () => undefined,
    },
    fetch: brokenFetch(invocations, fetch),
  };
  const handler = httpApi({
    routes: noticesRoutes,
    environment: {},
    services: () => ({ ...services, notices: new NoticeTable(invocations.client, "notices") }),
    operations: { listNotices },
  });
  return {
    system,
    tables: ["notices"],
    services,
    send: (wanted) => answerTo(handler, { user: "olga", groups: ["admin"], ...wanted }),
    run: hourlyRun(system, (correlationId) => sendDue(broken, correlationId)),
    settled: (item, brokenCall) =>
      (mayBeUnknown(brokenCall) ? item.replace(/"status":"unknown"/g, '"status":"sent"') : item).replace(
        /,"refusals":\d+/,
        "",
      ),
    effects: async (brokenCall) => {
      const { Items = [] } = await system.invocations.client.send(
        new ScanCommand({ TableName: "notices", ConsistentRead: true }),
      );
      const sentBy = (channel: ChannelName, sent: readonly string[]) =>
        knownSendings(Items.map((item) => item[channel]?.status).filter(Boolean), sent, brokenCall);
      return {
        mail: sentBy(
          "mail",
          mails.map(({ subject }) => subject),
        ),
        webhook: sentBy(
          "webhook",
          posts.map(({ body }) => body),
        ),
      };
    },
  };
}

/**
 * How many were sent by a channel, and how often the same one. One whose outcome may be unknown counts as sent:
 * an alarm names it (test/histories/notices).
 */
function knownSendings(statuses: readonly string[], sent: readonly string[], brokenCall: BrokenCall | null) {
  const known = statuses.filter((status) => status === "sent").length;
  const unknown = statuses.filter((status) => status === "unknown").length;
  const mayBe = mayBeUnknown(brokenCall) && sent.length >= known && sent.length <= known + unknown;
  return { times: mayBe ? known + unknown : sent.length, distinct: new Set(sent).size === sent.length };
}

/** Notices that were made before an entry. */
const made = (count: number) => async (world: NoticesFaults) => {
  const { client } = world.system.invocations;
  const writer = new NoticeWriter(client, "notices");
  for (let number = 1; number <= count; number += 1) {
    await writer.put(priceNotice(String(number), world.system.clock.now()));
    // One run sends ten of them, and another one the eleventh.
    if (number === 10) await world.run();
  }
};

async function digestDue(world: NoticesFaults): Promise<void> {
  await made(11)(world);
  await world.run();
  world.system.clock.forward(DAY);
}

/** Another run sends what is due. It waits for a claim of the overtaken run, and ends the claim once it is old. */
async function sentByAnother({ services: { notices }, system: { clock }, run }: NoticesFaults): Promise<void> {
  await run();
  const claimsAreOld = new Date(clock.now().getTime() + 10 * MINUTE);
  if ((await notices.overdue(claimsAreOld, 1)).length === 0) return;
  clock.forward(10 * MINUTE);
  await run();
}

const sending = (when: string, prepare: (world: NoticesFaults) => Promise<void>): Entry<NoticesFaults> => ({
  ...schedule("notices-sending", when, ({ run }) => run(), prepare),
  overtakenBy: { "another run": sentByAnother },
});

/** The entries of notices. */
export const notices: FaultFeature<NoticesFaults> = {
  name: "notices",
  start,
  entries: [
    request({ route: "GET /v1/notices" }, "there is a notice", made(1)),
    sending("there is a notice", made(1)),
    sending("ten were sent on the day, and there is another one", made(11)),
    sending("there is the digest of a day", digestDue),
  ],
};
