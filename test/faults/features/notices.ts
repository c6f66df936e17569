import { DeleteCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { listNotices } from "../../../lambdas/notices/list-notices.ts";
import { NoticeTable } from "../../../lambdas/notices/notice-table.ts";
import { noticesRoutes } from "../../../lambdas/notices/routes.ts";
import { sendDue } from "../../../lambdas/notices/send-due.ts";
import { httpApi } from "../../../lambdas/shared/http/http-api.ts";
import { noticeId } from "../../../lambdas/shared/notices/notice.ts";
import { noticeKey } from "../../../lambdas/shared/notices/notice-item.ts";
import type { ChannelName } from "../../../lambdas/shared/notices/notice-kind.ts";
import { NoticeWriter } from "../../../lambdas/shared/notices/notice-writer.ts";
import type { OutboundRequest } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import type { MailText } from "../../../lambdas/shared/sending/admin-mail.ts";
import type { Claims } from "../../../lambdas/shared/sending/send-once.ts";
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
  const world = noticesWorld(invocations.client, clock);
  const { adminMail, fetch } = world;
  if (adminMail === null) throw new Error("The stage sends mails.");
  const reached = { mail: [] as string[], webhook: [] as string[] };
  const channels = {
    adminMail: {
      async send(mail: MailText) {
        const outcome = await adminMail.send(mail);
        if (outcome.kind === "sent") reached.mail.push(`mail: ${mail.subject}`);
        return outcome;
      },
    },
    async fetch(wanted: OutboundRequest) {
      const answer = await fetch(wanted);
      if (answer.status < 300) reached.webhook.push(`webhook: ${wanted.body}`);
      return answer;
    },
  };
  const services: NoticesWorld = Object.assign(world, channels);
  const broken = {
    ...services,
    adminMail: brokenMail(invocations, channels.adminMail),
    webhook: {
      read: () => invocations.aws("GetSecretValue", async () => services.secret),
      forget: () => undefined,
    },
    fetch: brokenFetch(invocations, channels.fetch),
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
    reached: () => [...reached.mail, ...reached.webhook],
    effects: async (brokenCall) => {
      const { Items = [] } = await system.invocations.client.send(
        new ScanCommand({ TableName: "notices", ConsistentRead: true }),
      );
      const sentBy = (channel: ChannelName) => {
        const claims = Items.map((item) => item[channel]).filter((claim) => claim?.claim !== LEFT);
        const statuses = claims.map((claim) => claim?.status).filter(Boolean);
        return knownSendings(statuses, reached[channel].length, brokenCall);
      };
      return { mail: sentBy("mail"), webhook: sentBy("webhook") };
    },
  };
}

/** How many were sent by a channel. One whose outcome may be unknown counts as sent: an alarm names it (test/histories/notices). */
function knownSendings(statuses: readonly string[], sent: number, brokenCall: BrokenCall | null): number {
  const known = statuses.filter((status) => status === "sent").length;
  const unknown = statuses.filter((status) => status === "unknown").length;
  const mayBe = mayBeUnknown(brokenCall) && sent >= known && sent <= known + unknown;
  return mayBe ? known + unknown : sent;
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
async function sentByAnother({ services, system: { clock }, run }: NoticesFaults): Promise<void> {
  accept(services);
  await run();
  const claimsAreOld = new Date(clock.now().getTime() + 10 * MINUTE);
  if ((await services.notices.overdue(claimsAreOld, 1)).length === 0) return;
  clock.forward(10 * MINUTE);
  await run();
}

const nothing = async () => undefined;

/** The table of a run that stops after its sending: it stores nothing of what came of it. */
class LeftTable extends NoticeTable {
  override claimsOn(...about: Parameters<NoticeTable["claimsOn"]>): Claims {
    return { ...super.claimsOn(...about), end: async () => true, giveBack: async () => true };
  }
  override finish = nothing;
  override postpone = nothing;
}

const ANOTHER = "another";
/** The claim of a run that has stopped before its sending. */
const LEFT = "left";
/** The claims of another run, and that their item is still to be concluded. */
const ITS_CLAIMS =
  /{[^{}]*"claim":"another"[^{}]*}|"pending_partition":"[^"]+"(?=.*"another")|(?<="another".*)"pending_partition":"[^"]+"/g;

/** It is accepted what that run sends. */
async function stoppedAfterSending({ services, system: { invocations } }: NoticesFaults): Promise<void> {
  const notices = new LeftTable(invocations.client, "notices");
  accept(services);
  await sendDue({ ...services, notices, newId: () => ANOTHER }, "another-run");
}

const DUE = { notice: noticeKey(noticeId("price", ["1"])), channels: ["mail", "webhook"] } as const;

/** What may happen to a notice while a run sends it. */
const MEANWHILE: Entry<NoticesFaults>["overtakenBy"] = {
  "another run": sentByAnother,
  "another run, which stops after its sending": { happens: stoppedAfterSending, stays: ITS_CLAIMS },
};
const LEFT_OR_EXPIRED: Entry<NoticesFaults>["overtakenBy"] = {
  "another run at midnight, which leaves it to a digest": {
    happens: ({ services: { notices }, system: { clock } }) =>
      notices.addToDigest(priceNotice("1", clock.now()), clock.now(), 0),
    stays: /^.*"digest":.*$/g,
  },
  "its removal by its time": {
    happens: ({ system: { invocations } }) =>
      invocations.client.send(new DeleteCommand({ TableName: "notices", Key: DUE.notice })),
    stays: /^{"pk":"notices".*$/g,
  },
};

/** Another run takes the notice into the digest, and one whose clock is a day ahead sends that. */
async function digestSent({ services, run, system: { clock } }: NoticesFaults): Promise<void> {
  await run();
  await sendDue({ ...services, clock: { ...clock, now: () => new Date(clock.now().getTime() + DAY) } }, "another-run");
}

/** A claim of ten minutes ago has no end. */
async function claimLeft(world: NoticesFaults): Promise<void> {
  const { services, system } = world;
  await made(1)(world);
  for (const channel of DUE.channels)
    await services.notices.claimsOn(DUE.notice, channel).claim(LEFT, system.clock.now());
  system.clock.forward(10 * MINUTE);
}

/** Both channels refuse a notice, within the hour. */
async function refused(world: NoticesFaults): Promise<void> {
  const { services, system } = world;
  await made(1)(world);
  services.mailOutcome = { kind: "refused", code: "mail_refused", cause: undefined };
  services.webhookAnswer = 429;
  system.hourly.unshift(async () => accept(services));
}

function accept(services: NoticesWorld): void {
  services.mailOutcome = { kind: "sent" };
  services.webhookAnswer = 204;
}

const sending = (
  when: string,
  prepare: (world: NoticesFaults) => Promise<void>,
  more: Entry<NoticesFaults>["overtakenBy"] = {},
): Entry<NoticesFaults> => ({
  ...schedule("notices-sending", when, ({ run }) => run(), prepare),
  overtakenBy: { ...MEANWHILE, ...more },
});

/** The entries of notices. */
export const notices: FaultFeature<NoticesFaults> = {
  name: "notices",
  start,
  entries: [
    request({ route: "GET /v1/notices" }, "there is a notice", made(1)),
    sending("there is a notice", made(1), LEFT_OR_EXPIRED),
    sending("both channels refuse", refused, LEFT_OR_EXPIRED),
    sending("a run has stopped while it sent", claimLeft),
    sending("ten were sent on the day, and there is another one", made(11), {
      "another run, and that of the digest": digestSent,
      "another run on the next day, which stops after its sending": {
        happens: async (world) => {
          world.system.clock.forward(DAY);
          await stoppedAfterSending(world);
        },
        stays: ITS_CLAIMS,
      },
    }),
    sending("there is the digest of a day", digestDue),
  ],
};
