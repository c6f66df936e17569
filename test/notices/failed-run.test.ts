import { expect, it } from "vitest";
import { NoticeTable } from "../../lambdas/notices/notice-table.ts";
import { sendDue } from "../../lambdas/notices/send-due.ts";
import { NoticeWriter } from "../../lambdas/shared/notices/notice-writer.ts";
import { awsError } from "../emulators/aws-errors.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo, dynamoOfEachTest } from "../emulators/dynamo-of-tests.ts";
import { testClock } from "../emulators/test-clock.ts";
import { noticesWorld, priceNotice } from "./notices-world.ts";

const log = capturedLog();
dynamoOfEachTest();

it("a notice that can't be read stops no other, and the run fails at its end, so that an alarm rings", async () => {
  const clock = testClock();
  const world = noticesWorld(dynamo.client, clock);
  const [broken, whole] = [priceNotice("1", clock.now()), priceNotice("2", clock.now())];
  for (const notice of [broken, whole]) await new NoticeWriter(dynamo.client, "notices").put(notice);
  class Broken extends NoticeTable {
    override async get(key: Parameters<NoticeTable["get"]>[0]) {
      if (key.sk === broken.id) throw awsError("InternalServerError", 500);
      return super.get(key);
    }
  }
  const run = sendDue({ ...world, notices: new Broken(dynamo.client, "notices") }, "run-7");
  await expect(run).rejects.toThrow("1 notices could not be sent");
  expect(world.mails.map(({ subject }) => subject)).toEqual([whole.title]);
  expect(log.lines("notice_sending_failed")).toMatchObject([
    { level: "ERROR", notice: broken.id, correlation_id: "run-7", error: "InternalServerError" },
  ]);
  expect(await sendDue(world, "run-8")).toEqual({ due: 1 });
  expect(world.mails).toHaveLength(2);
});

it("a defect fails the run too, and is no outcome of the webhook", async () => {
  const clock = testClock();
  const world = noticesWorld(dynamo.client, clock);
  await new NoticeWriter(dynamo.client, "notices").put(priceNotice("1", clock.now()));
  world.webhookAnswer = new TypeError("a defect");
  await expect(sendDue({ ...world, adminMail: null }, "run-7")).rejects.toThrow("1 notices could not be sent");
  expect(log.lines("notice_sending_failed")).toMatchObject([{ error: "TypeError", error_message: "a defect" }]);
});
