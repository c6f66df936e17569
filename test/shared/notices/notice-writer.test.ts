import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import { NoticeTable } from "../../../lambdas/notices/notice-table.ts";
import { NoticeWriter } from "../../../lambdas/shared/notices/notice-writer.ts";
import { dynamo, dynamoOfEachTest } from "../../emulators/dynamo-of-tests.ts";
import { forgetfulClient } from "../../emulators/intercepted-client.ts";
import { at, START } from "../../emulators/test-clock.ts";
import { priceNotice } from "../../notices/notices-world.ts";

dynamoOfEachTest();

const writer = (client = dynamo.client) => new NoticeWriter(client, "notices");
const notice = priceNotice("1", START, { screen: "/app/prices/1" });
const COVERED = "00000000-0000-8000-8000-000000000001";

async function stored(id: string) {
  const Key = { pk: "notices", sk: id };
  return (await dynamo.client.send(new GetCommand({ TableName: "notices", Key, ConsistentRead: true }))).Item;
}

/** Epoch seconds, 400 days after the start. */
const EXPIRY = Date.parse("2027-12-25T03:00:00.000Z") / 1_000;

describe("a notice that is made", () => {
  it.each([notice, { ...notice, url: null }])("is read as it was made, with the address $url", async (made) => {
    await writer().put(made);
    expect(await writer().get(made.id)).toEqual(made);
  });

  it("is due at once, unclaimed by each channel, and kept for 400 days", async () => {
    await writer().put(notice);
    expect(await stored(notice.id)).toMatchObject({ mail: {}, webhook: {}, expires_at: EXPIRY });
    const due = await new NoticeTable(dynamo.client, "notices").overdue(START, 10);
    expect(due).toEqual([{ pk: "notices", sk: notice.id }]);
  });

  it("is never kept shorter because of a part of a second", async () => {
    await writer().put(priceNotice("2", at(1)));
    expect((await stored(priceNotice("2", START).id))?.expires_at).toBe(EXPIRY + 1);
  });

  it("is made although the response to its write is lost", async () => {
    expect(await writer(forgetfulClient(dynamo)).put(notice)).toBe(true);
    // One of another time was there before.
    expect(await writer(forgetfulClient(dynamo)).put({ ...notice, createdAt: at(1).toISOString() })).toBe(false);
  });
});

describe("an id that another notice covers", () => {
  it("has no notice, is made into none, is not sent, and is kept as long as the other one", async () => {
    await writer().putCovered(COVERED, notice);
    expect(await writer().get(COVERED)).toBeNull();
    expect(await writer().put({ ...notice, id: COVERED })).toBe(false);
    expect(await new NoticeTable(dynamo.client, "notices").overdue(START, 10)).toEqual([]);
    expect(await stored(COVERED)).toEqual({
      pk: "notices",
      sk: COVERED,
      covered_by: notice.id,
      covered_at: notice.createdAt,
      expires_at: EXPIRY,
    });
  });

  it("stays a notice if it was one", async () => {
    await writer().put(notice);
    await writer().putCovered(notice.id, priceNotice("2", START));
    expect(await writer().get(notice.id)).toEqual(notice);
  });

  it("does not exist without a notice", async () => {
    expect(await writer().get(COVERED)).toBeNull();
  });
});
