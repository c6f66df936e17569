import { describe, expect, it } from "vitest";
import { capturedLog } from "../emulators/captured-log.ts";
import { MINUTE, testClock } from "../emulators/test-clock.ts";
import type { SiteAnswers } from "./processing-world.ts";
import { fetchedPage, processingWorker } from "./processing-world.ts";
import { readerOfEachTest, user, userId, world } from "./reader-of-tests.ts";

capturedLog();
readerOfEachTest();

const worker = (answer: SiteAnswers) => processingWorker(world, answer);

describe("the reconcile schedule", () => {
  const heldUntil = async (id: string) =>
    Date.parse((await world.items.get({ userId, id }))?.reconcileAt ?? "") - world.clock.now().getTime();

  it("does not resend during an attempt, or during the waits between attempts", async () => {
    const { id, message } = await user.save();
    world.clock.forward(10 * MINUTE);
    const held: number[] = [];
    await worker(async () => {
      held.push(await heldUntil(id));
      return fetchedPage({ status: 503, retryAfterSeconds: 3_600 });
    }).receive(message);
    held.push(await heldUntil(id));
    // The queue's visibility time-out of six minutes or the wait of an hour, and a grace period of ten minutes.
    expect(held).toEqual([expect.toSatisfy((hold) => hold >= 16 * MINUTE && hold <= 20 * MINUTE), 70 * MINUTE]);
  });

  it("does not resend during the function's whole minute, however short the waits are scaled", async () => {
    const { id, message } = await user.save();
    const held: number[] = [];
    const hurried = processingWorker({ ...world, clock: testClock(0.01) }, async () => {
      held.push(await heldUntil(id));
      return fetchedPage();
    });
    await hurried.receive(message);
    // A site's ten seconds and a summariser's thirty are not scaled.
    expect(held[0]).toBeGreaterThanOrEqual(MINUTE);
  });
});
