import { describe, expect, it } from "vitest";
import { reconcile } from "../../../lambdas/operations/reconcile.ts";
import { reconcilableDeliveries, reconcilableDirectory } from "../../../lambdas/recommendations/reconcile.ts";
import { DocumentStore } from "../../../lambdas/recommendations/tables/document-store.ts";
import { isPublished } from "../../../lambdas/recommendations/work/publish.ts";
import type { ChangeServices } from "../../../lambdas/recommendations/work/publish-change.ts";
import { publishChange } from "../../../lambdas/recommendations/work/publish-change.ts";
import { awsError } from "../../emulators/aws-errors.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { dynamo } from "../../emulators/dynamo-of-tests.ts";
import { interceptedClient } from "../../emulators/intercepted-client.ts";
import { s3Error } from "../../emulators/s3-error.ts";
import { MINUTE } from "../../emulators/test-clock.ts";
import { turnstile } from "../../emulators/turnstile.ts";
import { seeded } from "../../upstreams/seeded.ts";
import { changesOfEachTest, world } from "../changes-of-tests.ts";
import { addSite, changeStore, changeTables, moveSite, removeSite, shownBy, urlsOf } from "../changes-world.ts";

const log = capturedLog();
changesOfEachTest();

/** The part of a run of reconcile that concerns changes. */
function run() {
  const { deliveries, webmentionSendQueue, clock } = world;
  const parts = [reconcilableDirectory(world), reconcilableDeliveries(deliveries, webmentionSendQueue, clock)];
  return reconcile(parts, "reconcile-1", clock);
}

const nothing = { resent: 0, completed: 0, given_up: 0, errors: 0 };

/** The notified targets, in order. */
const told = () => world.webmentionSendQueue.sent.map(({ message }) => message.target);

/** Returns the same pseudo-random numbers below a limit every time. */
function drawn(): (waiting: number) => number {
  const random = seeded(7);
  return (waiting) => Math.floor(random() * waiting);
}

/** Asserts the state of an uninterrupted run, except for messages that were sent more than once. */
async function expectSettled(): Promise<void> {
  const directory = await world.directory.read();
  expect(shownBy(world.bucket.document()).toSorted()).toEqual(urlsOf(directory).toSorted());
  expect(directory.announcements).toEqual([]);
  expect(await isPublished(directory, world)).toBe(true);
  const listed = await world.recommendations.all(directory);
  expect(listed.map(({ url }) => url).toSorted()).toEqual(urlsOf(directory).toSorted());
}

describe("after a change", () => {
  it("the document shows it before a site is notified, and the delivery is in the table before its message", async () => {
    const a = await addSite("a", world);
    await moveSite(a, "https://b.example/", world);
    const sent: unknown[] = [];
    world.webmentionSendQueue.send = async (message) => {
      const delivery = await world.deliveries.get(message);
      sent.push([message.target, shownBy(world.bucket.document()), delivery?.status]);
    };
    const c = await addSite("c", world);
    await removeSite(c, world);
    expect(sent).toEqual([
      ["https://c.example/", ["https://b.example/", "https://c.example/"], "pending"],
      ["https://c.example/", ["https://b.example/"], "pending"],
    ]);
    await expectSettled();
  });

  const orders = { first: () => 0, last: (waiting: number) => waiting - 1, drawn: drawn() };

  it.each(["first", "last", "drawn"] as const)(
    "all of 20 sites that are added concurrently are in the document and notified once, the %s waiting one being next",
    async (order) => {
      const { pass, run: together } = turnstile(orders[order]);
      const client = interceptedClient(dynamo, (_attempt, forward) => pass(forward));
      const store = world.bucket.intercepted((_command, forward) => pass(forward));
      const services = { ...world, ...changeTables(client), ...changeStore(store) };
      const names = Array.from({ length: 20 }, (_, index) => `site-${index}`);
      await together(names.map((name) => () => addSite(name, services)));
      expect(shownBy(world.bucket.document())).toHaveLength(20);
      expect(told().toSorted()).toEqual(names.map((name) => `https://${name}.example/`).toSorted());
      await expectSettled();
      expect(log.lines("publish_deferred_to_reconcile")).toEqual([]);
    },
  );

  it("a change that is not published yet notifies no site, fails no request, and is completed by reconcile", async () => {
    const documents = new DocumentStore(
      world.bucket.intercepted(() => Promise.reject(s3Error("SlowDown", 503))),
      "site",
    );
    await addSite("a", { ...world, documents });
    expect(told()).toEqual([]);
    expect(log.lines("publish_deferred_to_reconcile")).toEqual([
      expect.objectContaining({ level: "ERROR", correlation_id: "add a", error: "SlowDown" }),
    ]);
    expect(await run()).toEqual({ ...nothing, completed: 1 });
    // The request that made the change may still be running.
    expect(shownBy(world.bucket.document())).toEqual(["https://a.example/"]);
    expect(told()).toEqual([]);
    world.clock.forward(10 * MINUTE);
    expect(await run()).toEqual({ ...nothing, completed: 1 });
    expect(told()).toEqual(["https://a.example/"]);
    await expectSettled();
    expect(await run()).toEqual(nothing);
  });

  it("changes that were left long ago are completed by the next change", async () => {
    const { directory } = changeTables(dynamo.client);
    const dying: ChangeServices = { ...world, directory };
    directory.markPublished = () => Promise.reject(awsError("ProvisionedThroughputExceededException", 400));
    await addSite("a", dying);
    await addSite("b", world);
    expect(told()).toEqual(["https://b.example/"]);
    world.clock.forward(10 * MINUTE);
    await publishChange(world, "later", null);
    expect(told()).toEqual(["https://b.example/", "https://a.example/"]);
    await expectSettled();
  });

  it("changes are completed although an earlier one fails, which the log names", async () => {
    const { directory } = changeTables(dynamo.client);
    const dying: ChangeServices = { ...world, directory };
    directory.markPublished = () => Promise.reject(awsError("ProvisionedThroughputExceededException", 400));
    const a = await addSite("a", dying);
    await addSite("b", dying);
    world.clock.forward(10 * MINUTE);
    const { announce } = world.deliveries;
    world.deliveries.announce = async (announcement, ...rest) => {
      if (announcement.recommendationId === a.id) throw new Error("not this one");
      return announce.call(world.deliveries, announcement, ...rest);
    };
    await publishChange(world, "later", null);
    expect(told()).toEqual(["https://b.example/"]);
    expect(log.lines("announcement_left")).toMatchObject([{ recommendation_id: a.id, error_message: "not this one" }]);
    expect(log.lines("publish_deferred_to_reconcile")).toHaveLength(3);
    world.deliveries.announce = announce;
    expect(await run()).toMatchObject({ completed: 1 });
    await expectSettled();
  });

  it("a change is never given up, however often it can't be completed", async () => {
    await addSite("a", world);
    world.bucket.replace(null);
    const documents = new DocumentStore(
      world.bucket.intercepted((command, forward) =>
        command === "PutObjectCommand" ? Promise.reject(s3Error("SlowDown", 503)) : forward(),
      ),
      "site",
    );
    for (let round = 0; round < 10; round += 1) {
      const away = reconcilableDirectory({ ...world, documents });
      await expect(reconcile([away], "reconcile-1", world.clock)).rejects.toThrow("1 overdue work items");
      world.clock.forward(60 * MINUTE);
    }
    expect(await run()).toMatchObject({ given_up: 0, errors: 0 });
    await expectSettled();
  });
});
