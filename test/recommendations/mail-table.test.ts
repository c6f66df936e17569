import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MailTable } from "../../lambdas/recommendations/mail-table.ts";
import type { TestDynamo } from "../emulators/dynamo.ts";
import { startDynamo } from "../emulators/dynamo.ts";
import { interceptedClient } from "../emulators/intercepted-client.ts";
import { at } from "../emulators/test-clock.ts";

let dynamo: TestDynamo;
let mails: MailTable;
let about: string;

beforeAll(async () => {
  dynamo = await startDynamo();
  mails = new MailTable(dynamo.client, "recommendations");
});
afterAll(() => dynamo.close());

let sources = 0;
beforeEach(() => {
  sources += 1;
  about = `https://${sources}.example/${"x".repeat(1_900)}`;
});

describe("the mail about a source", () => {
  it("is claimed by one of twenty at once", async () => {
    const claims = Array.from({ length: 20 }, (_, index) => `claim-${index}`);
    const outcomes = await Promise.all(claims.map((claim) => mails.claim(about, claim, at(0))));
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await mails.get(about)).toEqual({
      status: "claimed",
      claim: claims[outcomes.indexOf(true)],
      claimedAt: at(0).toISOString(),
    });
  });

  it("is claimed by who made the claim twice, because the first answer was lost", async () => {
    let isLost = false;
    const client = interceptedClient(dynamo, async (_attempt, forward) => {
      const answer = await forward();
      if (isLost) return answer;
      isLost = true;
      throw Object.assign(new Error("socket hang up"), { code: "ECONNRESET", name: "TimeoutError" });
    });
    expect(await new MailTable(client, "recommendations").claim(about, "claim-1", at(0))).toBe(true);
    expect(isLost).toBe(true);
  });

  it.each(["sent", "unknown"] as const)("that is %s is never claimed again, nor given back", async (status) => {
    await mails.claim(about, "claim-1", at(0));
    expect(await mails.end(about, "claim-1", status)).toBe(true);
    expect(await mails.end(about, "claim-1", "unknown")).toBe(false);
    expect(await mails.giveBack(about, "claim-1")).toBe(false);
    expect(await mails.claim(about, "claim-1", at(1))).toBe(false);
    expect(await mails.claim(about, "claim-2", at(1))).toBe(false);
    expect((await mails.get(about))?.status).toBe(status);
  });

  it("that was refused for certain is given back by its claimant, and claimed again", async () => {
    await mails.claim(about, "claim-1", at(0));
    expect(await mails.giveBack(about, "claim-2")).toBe(false);
    expect(await mails.end(about, "claim-2", "sent")).toBe(false);
    expect(await mails.giveBack(about, "claim-1")).toBe(true);
    expect(await mails.get(about)).toBeNull();
    expect(await mails.end(about, "claim-1", "sent")).toBe(false);
    expect(await mails.claim(about, "claim-2", at(1))).toBe(true);
  });

  it("is no business of another source's", async () => {
    await mails.claim(about, "claim-1", at(0));
    expect(await mails.claim(`${about}y`, "claim-2", at(0))).toBe(true);
  });
});
