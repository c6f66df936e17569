import { listNotices } from "../../../lambdas/notices/list-notices.ts";
import { NoticeTable } from "../../../lambdas/notices/notice-table.ts";
import { noticesRoutes } from "../../../lambdas/notices/routes.ts";
import { sendDue } from "../../../lambdas/notices/send-due.ts";
import { httpApi } from "../../../lambdas/shared/http/http-api.ts";
import { NoticeWriter } from "../../../lambdas/shared/notices/notice-writer.ts";
import { answerTo } from "../../emulators/http-event.ts";
import { MINUTE } from "../../emulators/test-clock.ts";
import type { NoticesWorld } from "../../notices/notices-world.ts";
import { noticesWorld, priceNotice } from "../../notices/notices-world.ts";
import type { FaultFeature, FaultWorld } from "../feature.ts";
import { request, schedule } from "../feature.ts";
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
    services: () => ({ notices: new NoticeTable(invocations.client, "notices") }),
    operations: { listNotices },
  });
  return {
    system,
    tables: ["notices"],
    services,
    send: (wanted) => answerTo(handler, { user: "olga", groups: ["admin"], ...wanted }),
    run: hourlyRun(system, (correlationId) => sendDue(broken, correlationId)),
    settled: (item) => item.replace(/"status":"unknown"/g, '"status":"sent"').replace(/,"refusals":\d+/, ""),
    // A notice whose outcome is not known is not sent again: an alarm names it (test/notices/killed-sending.test.ts).
    effects: async () => ({
      mails: mostAlike(mails.map(({ subject }) => subject)),
      posts: mostAlike(posts.map(({ body }) => body)),
    }),
  };
}

/** How often the same was sent, at least once. */
function mostAlike(sent: readonly string[]): number {
  return Math.max(1, ...Object.values(Object.groupBy(sent, (one) => one)).map((same = []) => same.length));
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

/** The entries of notices. */
export const notices: FaultFeature<NoticesFaults> = {
  name: "notices",
  start,
  entries: [
    request({ route: "GET /v1/notices" }, "there is a notice", made(1)),
    schedule("notices-sending", "there is a notice", ({ run }) => run(), made(1)),
    schedule("notices-sending", "ten were sent on the day, and there is another one", ({ run }) => run(), made(11)),
    schedule("notices-sending", "there is the digest of a day", ({ run }) => run(), digestDue),
  ],
};
