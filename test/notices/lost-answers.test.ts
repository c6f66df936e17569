import { NoticeTable } from "../../lambdas/notices/notice-table.ts";
import { sendDue } from "../../lambdas/notices/send-due.ts";
import { NoticeWriter } from "../../lambdas/shared/notices/notice-writer.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { testClock } from "../emulators/test-clock.ts";
import type { EntryPoint } from "../shared/lost-answers.ts";
import { describeLostAnswers } from "../shared/lost-answers.ts";
import type { NoticesWorld } from "./notices-world.ts";
import { noticesWorld, priceNotice } from "./notices-world.ts";

capturedLog();

/** The schedule with notices that were made before. @param prepare changes what the channels answer */
function sending(what: string, count: number, prepare: (world: NoticesWorld) => void = () => undefined): EntryPoint {
  return {
    what: `the schedule, ${what}`,
    async start(dynamo) {
      const clock = testClock();
      const world = noticesWorld(dynamo.client, clock);
      const writer = new NoticeWriter(dynamo.client, "notices");
      for (let number = 1; number <= count; number += 1) {
        await writer.put(priceNotice(String(number), clock.now()));
        // One run sends ten of them, and another one the eleventh.
        if (number === 10) await sendDue(world, "run-0");
      }
      world.mails.length = 0;
      world.posts.length = 0;
      prepare(world);
      return {
        async act(living) {
          const done = await sendDue({ ...world, notices: new NoticeTable(living.client, "notices") }, "run-1");
          return { done, mails: world.mails, posts: world.posts };
        },
      };
    },
  };
}

describeLostAnswers([
  sending("a notice", 1),
  sending("a notice that both channels refuse", 1, (world) => {
    world.mailOutcome = { kind: "refused", code: "mail_throttled", cause: undefined };
    world.webhookAnswer = 429;
  }),
  sending("a notice beyond the tenth of the day", 11),
]);
