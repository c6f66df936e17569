import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MailTable } from "../../../lambdas/recommendations/tables/mail-table.ts";
import { lostAnswer } from "../../emulators/aws-errors.ts";
import type { TestDynamo } from "../../emulators/dynamo.ts";
import { startDynamo } from "../../emulators/dynamo.ts";
import { interceptedClient } from "../../emulators/intercepted-client.ts";
import { at, MINUTE } from "../../emulators/test-clock.ts";
import { DAY } from "../sample-mentions.ts";

let dynamo: TestDynamo;
let mails: MailTable;
let about: { readonly host: string };

beforeAll(async () => {
  dynamo = await startDynamo();
  mails = new MailTable(dynamo.client, "recommendations");
});
afterAll(() => dynamo.close());

let sources = 0;
beforeEach(() => {
  sources += 1;
  about = { host: `s${sources}.example` };
});

describe("the mail about a host", () => {
  it("is claimed by one of twenty concurrent workers", async () => {
    const claims = Array.from({ length: 20 }, (_, index) => `claim-${index}`);
    const outcomes = await Promise.all(claims.map((claim) => mails.claim(about, claim, at(0))));
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await mails.get(about)).toEqual({
      status: "claimed",
      claim: claims[outcomes.indexOf(true)],
      claimedAt: at(0).toISOString(),
    });
  });

  it("is claimed by the worker that repeats its claim after a lost response", async () => {
    let isLost = false;
    const client = interceptedClient(dynamo, async (_attempt, forward) => {
      const answer = await forward();
      if (isLost) return answer;
      isLost = true;
      throw lostAnswer();
    });
    expect(await new MailTable(client, "recommendations").claim(about, "claim-1", at(0))).toBe(true);
    expect(isLost).toBe(true);
  });

  it.each(["sent", "unknown"] as const)("that is %s is never claimed again, nor released", async (status) => {
    await mails.claim(about, "claim-1", at(0));
    expect(await mails.end(about, "claim-1", status)).toBe(true);
    expect(await mails.end(about, "claim-1", "unknown")).toBe(false);
    expect(await mails.giveBack(about, "claim-1")).toBe(false);
    expect(await mails.claim(about, "claim-1", at(1))).toBe(false);
    expect(await mails.claim(about, "claim-2", at(1))).toBe(false);
    expect((await mails.get(about))?.status).toBe(status);
  });

  it("that was certainly refused is released by its claimant, and claimed again", async () => {
    await mails.claim(about, "claim-1", at(0));
    expect(await mails.giveBack(about, "claim-2")).toBe(false);
    expect(await mails.end(about, "claim-2", "sent")).toBe(false);
    expect(await mails.giveBack(about, "claim-1")).toBe(true);
    expect(await mails.get(about)).toMatchObject({ status: "waiting" });
    expect(await mails.end(about, "claim-1", "sent")).toBe(false);
    expect(await mails.claim(about, "claim-2", at(1))).toBe(true);
  });

  it("does not depend on another host's", async () => {
    await mails.claim(about, "claim-1", at(0));
    expect(await mails.claim({ host: `other.${about.host}` }, "claim-2", at(0))).toBe(true);
  });
});

describe("the day's ten mails", () => {
  const day = at(10 * DAY);
  const hosts = Array.from({ length: 30 }, (_, index) => `turn-${String(index).padStart(2, "0")}.example`);

  it("are those of ten hosts out of thirty concurrent ones, even with repeated claims", async () => {
    const turns = await Promise.all(hosts.map((host) => mails.takeTurn(host, day)));
    const lucky = hosts.filter((_, index) => turns[index]);
    expect(lucky).toHaveLength(10);
    for (const host of hosts) expect(await mails.takeTurn(host, day)).toBe(lucky.includes(host));
    expect(await mails.takeTurn("another.example", at(11 * DAY))).toBe(true);
  });

  it("leave the others to one digest, which is due after the day's end and not before", async () => {
    const added = hosts.slice(10);
    for (const host of added) expect(await mails.addToDigest(host, day, 5 * MINUTE)).toBe(true);
    // Repeated, as by a repeated message.
    expect(await mails.addToDigest(hosts[10] ?? "", day, 5 * MINUTE)).toBe(true);
    expect(await mails.get({ host: hosts[10] ?? "" })).toMatchObject({ status: "in_digest" });
    expect(await mails.claim({ host: hosts[10] ?? "" }, "claim-1", day)).toBe(false);
    expect(await mails.overdueDigests(new Date("2026-12-01T00:04:59.999Z"), 10)).toEqual([]);
    expect(await mails.overdueDigests(new Date("2026-12-01T00:05:00.000Z"), 10)).toEqual([
      { day: "2026-11-30", reconcileRounds: 0 },
    ]);
    expect(await mails.digestHosts("2026-11-30", 100)).toEqual({ hosts: added, hasMore: false });
    expect(await mails.digestHosts("2026-11-30", 7)).toEqual({ hosts: added.slice(0, 7), hasMore: true });
  });

  it("are not claimed when a host has a mail of its own, or the digest is being sent", async () => {
    await mails.claim(about, "claim-1", day);
    expect(await mails.addToDigest(about.host, day, 0)).toBe(false);
    expect(await mails.claim({ day: "2026-11-30" }, "claim-2", day)).toBe(true);
    expect(await mails.addToDigest("late.example", day, 0)).toBe(false);
    expect(await mails.get({ host: "late.example" })).toBeNull();
    await mails.end({ day: "2026-11-30" }, "claim-2", "sent");
    expect(await mails.overdueDigests(at(365 * DAY), 10)).toEqual([]);
  });
});
