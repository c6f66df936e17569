import { DeleteCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import { NoticeTable } from "../../lambdas/notices/notice-table.ts";
import { sendDue } from "../../lambdas/notices/send-due.ts";
import { noticeKey } from "../../lambdas/shared/notices/notice-item.ts";
import { NoticeWriter } from "../../lambdas/shared/notices/notice-writer.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo } from "../emulators/dynamo-of-tests.ts";
import { laggingClient } from "../emulators/lagging-client.ts";
import { priceNotice } from "./notices-world.ts";
import { clock, DAY, world, worldOfEachTest } from "./world-of-tests.ts";

capturedLog();
worldOfEachTest();

async function put(...abouts: readonly string[]) {
  const writer = new NoticeWriter(dynamo.client, "notices");
  const notices = abouts.map((about) => priceNotice(about, clock.now()));
  for (const notice of notices) await writer.put(notice);
  return notices;
}

/** The table to a run that finds again what another run has sent since. */
class ListedBefore extends NoticeTable {
  readonly #listed: Awaited<ReturnType<NoticeTable["overdue"]>>;
  constructor(listed: Awaited<ReturnType<NoticeTable["overdue"]>>) {
    super(dynamo.client, "notices");
    this.#listed = listed;
  }
  override async overdue() {
    return this.#listed;
  }
}

/** The table to a run in which something happens after it has read what it sends. */
class ReadBefore extends NoticeTable {
  readonly #then: () => Promise<unknown>;
  constructor(then: () => Promise<unknown>) {
    super(dynamo.client, "notices");
    this.#then = then;
  }
  override async get(key: Parameters<NoticeTable["get"]>[0]) {
    const read = await super.get(key);
    await this.#then();
    return read;
  }
}

const expire = (id: string) => dynamo.client.send(new DeleteCommand({ TableName: "notices", Key: noticeKey(id) }));

describe("a notice", () => {
  it("that another run has left to a digest, or that has expired, takes none of the next day's ten", async () => {
    const numbers = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];
    await put(...numbers, "of the digest");
    const listed = [...(await world.notices.overdue(clock.now(), 11)), { pk: "notices", sk: "expired" }];
    await sendDue(world, "run-1");
    clock.forward(DAY);
    expect(await sendDue({ ...world, notices: new ListedBefore(listed) }, "run-2")).toEqual({ due: 12 });
    await put(...numbers.map((number) => `tomorrow ${number}`));
    await sendDue(world, "run-3");
    // With the digest.
    expect([world.mails.length, world.posts.length]).toEqual([21, 21]);
  });

  it("that another run leaves to a digest meanwhile, as at midnight, is sent by that alone", async () => {
    const [notice] = await put("1");
    if (notice === undefined) throw new Error("There is no notice.");
    const yesterday = clock.now();
    clock.forward(DAY);
    const notices = new ReadBefore(() => world.notices.addToDigest(notice, yesterday, 0));
    await sendDue({ ...world, notices }, "run-1");
    expect([world.mails, world.posts]).toEqual([[], []]);
    await sendDue(world, "run-2");
    expect(world.mails).toMatchObject([{ subject: "1 more notice of prices on 2026-11-20 (UTC)" }]);
  });

  it("that expires before its sending is claimed is not made again", async () => {
    const [notice] = await put("1");
    await sendDue({ ...world, notices: new ReadBefore(() => expire(notice?.id ?? "")) }, "run-1");
    expect(await itemsOfNotices()).toEqual([]);
    expect(world.mails).toEqual([]);
  });

  it("that expires while a channel refuses it is not made again", async () => {
    const [notice] = await put("1");
    const send = async () => {
      await expire(notice?.id ?? "");
      return { kind: "refused", code: "mail_refused", cause: undefined } as const;
    };
    await sendDue({ ...world, adminMail: { send }, webhook: null }, "run-1");
    expect(await itemsOfNotices()).toEqual([]);
  });

  it("is listed, and named by its digest, from the moment that it is made", async () => {
    const notices = new NoticeTable(laggingClient(dynamo), "notices");
    const [notice] = await put("1");
    if (notice === undefined) throw new Error("There is no notice.");
    await notices.addToDigest(notice, clock.now(), 0);
    expect(await notices.list({ limit: 10, position: undefined })).toEqual({ items: [notice], position: null });
    const digest = { kind: "price", day: "2026-11-20", namesOld: false } as const;
    // As many as are asked for, and no more.
    expect(await notices.noticesOf(digest, 1)).toEqual({ notices: [notice], hasMore: false });
  });
});

async function itemsOfNotices() {
  const { Items = [] } = await dynamo.client.send(new ScanCommand({ TableName: "notices", ConsistentRead: true }));
  return Items.filter(({ pk }) => pk === "notices");
}
