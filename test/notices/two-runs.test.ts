import { DeleteCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import { NoticeTable } from "../../lambdas/notices/notice-table.ts";
import { sendDue } from "../../lambdas/notices/send-due.ts";
import { noticeKey } from "../../lambdas/shared/notices/notice-item.ts";
import { awsError } from "../emulators/aws-errors.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo } from "../emulators/dynamo-of-tests.ts";
import { laggingClient } from "../emulators/lagging-client.ts";
import { priceNotice } from "./notices-world.ts";
import { clock, DAY, put, putNumbered, world, worldOfEachTest } from "./world-of-tests.ts";

const log = capturedLog();
worldOfEachTest();

/** Makes a notice. @returns it as it is made */
async function made(about: string) {
  await put(about);
  return priceNotice(about, clock.now());
}

/** Lets something happen after each run has read what it sends. */
function afterReads(act: () => Promise<unknown>): void {
  const get = world.notices.get.bind(world.notices);
  world.notices.get = async (key) => {
    const read = await get(key);
    await act();
    return read;
  };
}

const expire = (id: string) => dynamo.client.send(new DeleteCommand({ TableName: "notices", Key: noticeKey(id) }));

async function itemsOfNotices() {
  const { Items = [] } = await dynamo.client.send(new ScanCommand({ TableName: "notices", ConsistentRead: true }));
  return Items.filter(({ pk }) => pk === "notices");
}

describe("a notice", () => {
  it("that another run has left to a digest, or that has expired, takes none of the next day's ten", async () => {
    await putNumbered(11);
    const listed = [...(await world.notices.overdue(clock.now(), 11)), { pk: "notices", sk: "expired" }];
    await sendDue(world, "run-1");
    clock.forward(DAY);
    const { overdue } = world.notices;
    world.notices.overdue = async () => listed;
    expect(await sendDue(world, "run-2")).toEqual({ due: 12 });
    world.notices.overdue = overdue;
    for (let number = 1; number <= 10; number += 1) await put(`tomorrow ${number}`);
    await sendDue(world, "run-3");
    // With the digest.
    expect([world.mails.length, world.posts.length]).toEqual([21, 21]);
  });

  it("that another run leaves to a digest meanwhile, as at midnight, is sent by that alone", async () => {
    const notice = await made("1");
    const yesterday = clock.now();
    clock.forward(DAY);
    const { get } = world.notices;
    afterReads(() => world.notices.addToDigest(notice, yesterday, 0));
    await sendDue(world, "run-1");
    expect([world.mails, world.posts]).toEqual([[], []]);
    world.notices.get = get;
    await sendDue(world, "run-2");
    expect(world.mails).toMatchObject([{ subject: "1 more notice of prices on 2026-11-20 (UTC)" }]);
  });

  it("that expires before its sending is claimed is not made again", async () => {
    const { id } = await made("1");
    afterReads(() => expire(id));
    await sendDue(world, "run-1");
    expect(await itemsOfNotices()).toEqual([]);
    expect(world.mails).toEqual([]);
  });

  it("that expires while a channel refuses it is not made again", async () => {
    const { id } = await made("1");
    const send = async () => {
      await expire(id);
      return { kind: "refused", code: "mail_refused", cause: undefined } as const;
    };
    await sendDue({ ...world, adminMail: { send }, webhook: null }, "run-1");
    expect(await itemsOfNotices()).toEqual([]);
  });

  it("is listed, and named by its digest, from the moment that it is made", async () => {
    const notices = new NoticeTable(laggingClient(dynamo), "notices");
    const notice = await made("1");
    await notices.addToDigest(notice, clock.now(), 0);
    expect(await notices.list({ limit: 10, position: undefined })).toEqual({ items: [notice], position: null });
    const digest = { kind: "price", day: "2026-11-20", namesOld: false } as const;
    // As many as are asked for, and no more.
    expect(await notices.noticesOf(digest, 1)).toEqual({ notices: [notice], hasMore: false });
  });

  it("that can't be read stops no other, and the run fails at its end, so that an alarm rings", async () => {
    const [broken, whole] = [await made("1"), await made("2")];
    const get = world.notices.get.bind(world.notices);
    world.notices.get = async (key) => {
      if (key.sk === broken.id) throw awsError("InternalServerError", 500);
      return get(key);
    };
    await expect(sendDue(world, "run-7")).rejects.toThrow("1 notices could not be sent");
    expect(world.mails.map(({ subject }) => subject)).toEqual([whole.title]);
    expect(log.lines("notice_sending_failed")).toMatchObject([
      { level: "ERROR", notice: broken.id, correlation_id: "run-7", error: "InternalServerError" },
    ]);
    world.notices.get = get;
    expect(await sendDue(world, "run-8")).toEqual({ due: 1 });
    expect(world.mails).toHaveLength(2);
  });

  it("that meets a defect fails the run, too, and this is no outcome of the webhook", async () => {
    await put("1");
    world.webhookAnswer = new TypeError("a defect");
    await expect(sendDue({ ...world, adminMail: null }, "run-7")).rejects.toThrow("1 notices could not be sent");
    expect(log.lines("notice_sending_failed")).toMatchObject([{ error: "TypeError", error_message: "a defect" }]);
  });
});
