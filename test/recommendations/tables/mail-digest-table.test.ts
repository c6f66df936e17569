import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "vitest";
import { MailTable } from "../../../lambdas/recommendations/tables/mail-table.ts";
import { dynamo, dynamoOfEachTest } from "../../emulators/dynamo-of-tests.ts";
import { forgetfulClient } from "../../emulators/intercepted-client.ts";
import { at } from "../../emulators/test-clock.ts";
import { DAY } from "../sample-mentions.ts";

// Digests that are overdue are read together.
dynamoOfEachTest();

const TODAY = "2026-11-20";
const AFTER = new Date("2026-11-21T00:00:00.000Z");

let mails: MailTable;
beforeEach(() => {
  mails = new MailTable(dynamo.client, "recommendations");
});

const overdue = () => mails.overdueDigests(AFTER, 10);

describe("a digest that is due", () => {
  beforeEach(async () => {
    expect(await mails.addToDigest("a.example", at(0), 0)).toBe(true);
  });

  it("is postponed until a time", async () => {
    expect(await mails.postponeDigest(TODAY, new Date(AFTER.getTime() + 1), 2)).toBe(true);
    expect(await overdue()).toEqual([]);
    expect(await mails.overdueDigests(new Date(AFTER.getTime() + 1), 10)).toEqual([{ day: TODAY, reconcileRounds: 2 }]);
  });

  it("is due from the first round again with another host, and listed once", async () => {
    await mails.postponeDigest(TODAY, new Date(AFTER.getTime() + DAY), 2);
    expect(await mails.addToDigest("b.example", at(1), 0)).toBe(true);
    expect(await overdue()).toEqual([{ day: TODAY, reconcileRounds: 0 }]);
    expect(await mails.digestHosts(TODAY, 10)).toEqual({ hosts: ["a.example", "b.example"], hasMore: false });
  });

  it("is no longer due once it is dropped, and may still be sent", async () => {
    expect(await mails.dropDigest(TODAY)).toBe(true);
    expect(await mails.dropDigest(TODAY)).toBe(false);
    expect(await mails.postponeDigest(TODAY, AFTER, 1)).toBe(false);
    expect(await overdue()).toEqual([]);
    expect(await mails.claim({ day: TODAY }, "claim-1", at(0))).toBe(true);
  });

  it("is known to be dropped when the response was lost", async () => {
    expect(await new MailTable(forgetfulClient(dynamo), "recommendations").dropDigest(TODAY)).toBe(true);
  });

  it("is no longer due once it is sent", async () => {
    await mails.claim({ day: TODAY }, "claim-1", at(0));
    expect(await overdue()).toHaveLength(1);
    await mails.end({ day: TODAY }, "claim-1", "sent");
    expect(await overdue()).toEqual([]);
    expect(await mails.postponeDigest(TODAY, AFTER, 1)).toBe(false);
  });

  it("takes a host whose own mail was refused", async () => {
    await mails.claim({ host: "b.example" }, "claim-1", at(0));
    await mails.giveBack({ host: "b.example" }, "claim-1");
    expect(await mails.addToDigest("b.example", at(0), 0)).toBe(true);
    expect((await mails.digestHosts(TODAY, 10)).hosts).toEqual(["a.example", "b.example"]);
  });

  it("does not take a host of another day's digest", async () => {
    expect(await mails.addToDigest("a.example", at(DAY), 0)).toBe(false);
    expect((await mails.digestHosts(TODAY, 10)).hosts).toEqual(["a.example"]);
  });
});

it("a day whose mails were only counted has no digest", async () => {
  await mails.takeTurn("a.example", at(0));
  expect(await mails.get({ day: TODAY })).toBeNull();
  expect(await mails.addToDigest("b.example", at(0), 0)).toBe(true);
  expect(await mails.get({ day: TODAY })).toEqual({ status: "waiting", claim: null, claimedAt: null });
});

it.each([
  ["a claim", () => mails.claim({ host: "a.example" }, "claim-1", at(1))],
  ["a turn", () => mails.takeTurn("a.example", at(1))],
  ["a digest and its host", () => mails.addToDigest("a.example", at(1), 0)],
])("%s is remembered for 400 days, rounded up", async (_what, write) => {
  await write();
  const { Items = [] } = await dynamo.client.send(new ScanCommand({ TableName: "recommendations" }));
  const expected = at(0).getTime() / 1_000 + 1 + 400 * 24 * 3_600;
  expect(new Set(Items.map((item) => item.expires_at))).toEqual(new Set([expected]));
});
