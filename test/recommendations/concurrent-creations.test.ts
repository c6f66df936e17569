import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { capturedLog } from "../emulators/captured-log.ts";
import { shownBy } from "./changes-world.ts";
import { olga, publisherOfEachTest, world } from "./publisher-of-tests.ts";
import { problem } from "./recommendations-world.ts";

const log = capturedLog();
publisherOfEachTest();

const published = () => shownBy(world.bucket.document());
/** The notified targets, in order. */
const told = () => world.webmentionSendQueue.sent.map(({ message }) => message.target);

/** The list's page without its rows. */
async function totalOf(): Promise<number> {
  return (await olga.list()).body.meta.pagination.total;
}

describe("many concurrent creations", () => {
  it("of twenty different sites are all in the list and in the document", async () => {
    const names = Array.from({ length: 20 }, (_, index) => `site-${index}`);
    const answers = await Promise.all(names.map((name) => olga.add(name)));
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 201));
    const urls = names.map((name) => `https://${name}.example/`).sort();
    expect([...published()].sort()).toEqual(urls);
    expect(told().sort()).toEqual(urls);
    expect(await totalOf()).toBe(20);
    expect(log.lines("publish_deferred_to_reconcile")).toEqual([]);
  });

  it("of the same site leave one: of ten, nine are rejected with its id", async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => olga.add("bob")));
    const [created, ...others] = answers.toSorted((one, other) => one.status - other.status);
    expect(created?.status).toBe(201);
    const { id } = created?.body.recommendations[0] ?? {};
    for (const answer of others) {
      expect(answer).toMatchObject(problem(400, "duplicate_url"));
      expect(answer.body.recommendation_id).toBe(id);
    }
    expect([await totalOf(), published()]).toEqual([1, ["https://bob.example/"]]);
  });

  it("with one key have one effect: five requests", async () => {
    const headers = { "idempotency-key": randomUUID() };
    const answers = await Promise.all(Array.from({ length: 5 }, () => olga.add("bob", {}, headers)));
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect(await totalOf()).toBe(1);
  });
});
