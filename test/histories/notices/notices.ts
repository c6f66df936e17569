import { MINUTE } from "../../emulators/test-clock.ts";
import { historyFeature } from "../feature.ts";
import { Site } from "../site.ts";
import { runHistory } from "../world.ts";
import { NoticeHistory } from "./history.ts";
import type { Undelivered } from "./sending-judge.ts";
import type { NoticeInvoked, NoticeStep } from "./steps.ts";
import { noticeHistories } from "./steps.ts";

/** Notices are sent by a schedule alone: the world's queue and site have nothing to do. */
const OUTSIDE = { queue: { maxReceiveCount: 1, visibilityTimeout: MINUTE }, site: new Site(() => ({})) };

/** Notices: made by features, listed, and sent by mail and webhook while settings and receivers change. */
export const notices = historyFeature("notices", noticeHistories, async (steps) => {
  const undelivered: Undelivered[] = [];
  const { write } = process.stdout;
  process.stdout.write = (line: unknown) => {
    if (String(line).includes('"notice_not_delivered"')) undelivered.push(JSON.parse(String(line)));
    return true;
  };
  try {
    await runHistory<never, void, NoticeInvoked>(
      steps satisfies readonly NoticeStep[],
      OUTSIDE,
      (world) => new NoticeHistory(world, undelivered),
    );
  } finally {
    process.stdout.write = write;
  }
});
