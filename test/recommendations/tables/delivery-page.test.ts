import { beforeEach, describe, expect, it } from "vitest";
import type { DeliveryStatus } from "../../../lambdas/recommendations/domain/delivery.ts";
import { DeliveryTable } from "../../../lambdas/recommendations/tables/delivery-table.ts";
import { dynamo, dynamoOfEachTest } from "../../emulators/dynamo-of-tests.ts";
import { interceptedClient } from "../../emulators/intercepted-client.ts";
import { at, MINUTE } from "../../emulators/test-clock.ts";
import { sampleAttempt } from "../sample-deliveries.ts";

dynamoOfEachTest();

let deliveries: DeliveryTable;
beforeEach(async () => {
  deliveries = new DeliveryTable(dynamo.client, "recommendations");
  // Each minute one announcement; the deliveries of the second and the fourth end.
  for (const minute of [1, 2, 3, 4, 5]) {
    const announcement = { id: `a-${minute}`, recommendationId: `r-${minute}`, version: minute, at: time(minute) };
    await deliveries.announce(announcement, targetOf(minute), at((10 + minute) * MINUTE));
  }
  await ended(2, "sent");
  await ended(4, "no_endpoint");
});

const time = (minute: number) => at(minute * MINUTE).toISOString();
const targetOf = (minute: number) => `https://t${minute}.example/`;

async function ended(minute: number, status: Exclude<DeliveryStatus, "pending">): Promise<void> {
  const delivery = await deliveries.get({ recommendationId: `r-${minute}`, target: targetOf(minute) });
  if (delivery === null) throw new Error("There is no delivery.");
  await deliveries.finish(delivery, status, sampleAttempt());
}

/** The announcements of a page, and whether another page follows. */
async function page(status: DeliveryStatus | undefined, limit: number, after?: string) {
  const { items, next } = await deliveries.page(status, { limit, after });
  return { ids: items.map(({ workId }) => workId), next };
}

describe("the deliveries of all recommendations", () => {
  it("are listed by state, the latest announced first", async () => {
    expect(await page(undefined, 10)).toEqual({ ids: ["a-5", "a-4", "a-3", "a-2", "a-1"], next: null });
    expect(await page("pending", 10)).toEqual({ ids: ["a-5", "a-3", "a-1"], next: null });
    expect(await page("sent", 10)).toEqual({ ids: ["a-2"], next: null });
    expect(await page("no_endpoint", 10)).toEqual({ ids: ["a-4"], next: null });
    expect(await page("failed", 10)).toEqual({ ids: [], next: null });
  });

  it.each([
    [2, [["a-5", "a-4"], ["a-3", "a-2"], ["a-1"]]],
    [5, [["a-5", "a-4", "a-3", "a-2", "a-1"]]],
  ])("are each on one page, with %i on a page", async (limit, pages) => {
    const read: string[][] = [];
    let after: string | undefined;
    do {
      const { ids, next } = await page(undefined, limit, after);
      read.push(ids);
      after = next ?? undefined;
    } while (after !== undefined);
    expect(read).toEqual(pages);
  });

  it("of one state are read without those of the others", async () => {
    dynamo.requests.length = 0;
    await page("pending", 10);
    expect(dynamo.requests).toEqual(["QueryCommand", "BatchGetItemCommand"]);
  });

  it("leave out one that changes its state while the page is read", async () => {
    const client = interceptedClient(dynamo, async ({ command }, forward) => {
      const answer = await forward();
      if (command === "QueryCommand") await ended(5, "failed");
      return answer;
    });
    const slow = new DeliveryTable(client, "recommendations");
    const { items } = await slow.page("pending", { limit: 10 });
    expect(items.map(({ workId }) => workId)).toEqual(["a-3", "a-1"]);
  });

  it("have a pending one again after a redriven attempt", async () => {
    await deliveries.giveUp({ recommendationId: "r-1", target: targetOf(1), workId: "a-1" }, "gave_up");
    expect(await page("failed", 10)).toEqual({ ids: ["a-1"], next: null });
    const failed = await deliveries.get({ recommendationId: "r-1", target: targetOf(1) });
    if (failed === null) throw new Error("There is no delivery.");
    await deliveries.saveAttempt(failed, sampleAttempt(), at(20 * MINUTE));
    expect(await page("pending", 10)).toEqual({ ids: ["a-5", "a-3", "a-1"], next: null });
    expect(await deliveries.overdue(at(30 * MINUTE), 10)).toEqual(
      ["3", "5", "1"].map((n) => ({
        recommendationId: `r-${n}`,
        target: targetOf(Number(n)),
        workId: `a-${n}`,
        reconcileRounds: 0,
      })),
    );
  });
});

it("a recommendation's deliveries are in the order of their targets", async () => {
  const targets = [..."cafdbe"].map((name) => `https://${name}.example/`);
  for (const target of targets) {
    await deliveries.announce({ id: "a", recommendationId: "r", version: 1, at: time(1) }, target, at(MINUTE));
  }
  expect((await deliveries.list("r")).map(({ target }) => target)).toEqual(targets.toSorted());
  expect(await deliveries.get({ recommendationId: "r", target: "https://g.example/" })).toBeNull();
});
