import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { magpie } from "../../cli/command-line.ts";
import type { StockAnswer, StockPage } from "../api-client.ts";
import { isRequestFor, System } from "../system.ts";
import { until } from "../until.ts";

const CANONICAL = "https://docs.google.com/presentation/d/1StoryOfADeckThatIsLongEnough";

let system: System;

beforeAll(async () => {
  system = await System.start();
});

afterAll(() => system.close());

afterEach(async () => {
  system.sites.clearFaults();
  await system.queue.dropDeadLetters();
});

/** The message of a stock whose metadata could not be fetched. */
const FAILED = "メタデータの取得に失敗しました";

/** The bodies of the dead letters of a system, parsed. */
async function deadLetters(): Promise<unknown[]> {
  return (await system.queue.deadLetters()).map(({ Body }) => JSON.parse(Body ?? ""));
}

/** The alarm on dead letters as administrators see it. */
async function alarmNamed(alarm: string) {
  const { body } = await system.admin.call<{ alarms: { name: string; state: string; runbook: string }[] }>(
    "GET",
    "/v1/ops/alarms",
  );
  return body.alarms.find(({ name }) => name === alarm);
}

describe("an existing deck", () => {
  it("becomes ready with the provider's fields and a copy of its picture", async () => {
    const original = `${CANONICAL}/edit?usp=sharing#slide=id.p`;
    const user = await system.newUser();
    const tags = ["birds"];
    const created = await user.call<StockAnswer>("POST", "/v1/stocks", { url: original, memo: "später", tags });
    const { id } = created.body;
    const deck = system.sites.deck(CANONICAL);

    expect(created.status).toBe(201);
    expect(created.headers.get("location")).toBe(`/v1/stocks/${id}`);
    expect(created.body).toEqual({
      id: expect.stringMatching(/^[\w-]{8,}$/),
      provider: "google_slides",
      original_url: original,
      canonical_url: CANONICAL,
      status: "pending",
      title: null,
      author_name: null,
      thumbnail_url: null,
      embed_url: null,
      memo: "später",
      tags,
      unread: true,
      starred: false,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: created.body.created_at,
    });
    const ready = await user.settled(id);
    expect(ready).toEqual({
      ...created.body,
      status: "ready",
      title: deck.title,
      author_name: deck.authorName,
      thumbnail_url: expect.stringMatching(/\/i\/[\w-]{60,}$/),
      embed_url: deck.embedUrl,
      updated_at: ready.updated_at,
    });
    expect(system.fetches(CANONICAL)).toHaveLength(1);
  });
});

describe("a provider that answers 503 four times", () => {
  it("leaves the stock failed and one dead letter, which a redrive makes ready", async () => {
    const url = "https://speakerdeck.com/ada/unlucky";
    const user = await system.newUser();
    system.sites.fault(isRequestFor(url), { kind: "status", status: 503 });
    const { id } = await user.save(url);
    expect(await user.settled(id)).toMatchObject({
      status: "failed",
      failure: { code: "upstream_error", message: FAILED },
    });
    expect(system.fetches(url)).toHaveLength(4);
    const sub = JSON.parse(Buffer.from(user.token.split(".")[1] ?? "", "base64url").toString()).sub;
    const letters = await until("the dead letter is there", deadLetters, ({ length }) => length > 0);
    expect(letters).toEqual([
      {
        schemaVersion: 1,
        stockId: id,
        originalUrl: url,
        canonicalUrl: url,
        provider: "speakerdeck",
        userId: sub,
        fetchId: expect.any(String),
      },
    ]);
    expect(await system.admin.fetchQueue()).toMatchObject({ depth: 0, in_flight: 0, dlq_depth: 1 });
    const ringing = await until(
      "the alarm rings",
      () => alarmNamed("dead-letters"),
      (alarm) => alarm?.state === "alarm",
    );
    const depth = (state: string) =>
      until(
        `the alarm on the depth is ${state}`,
        () => alarmNamed("oembed-fetch-dlq-depth"),
        (alarm) => alarm?.state === state,
      );
    await depth("alarm");
    expect(ringing).toMatchObject({ runbook: `${system.outputs.site_url}/docs/runbook#dead-letters` });
    const doctor = await magpie(system.dataFolder, ["doctor", "--json"]);
    expect(doctor.code).toBe(1);
    const { checks } = JSON.parse(doctor.stdout) as { checks: { name: string; status: string }[] };
    // On a busy machine a scaled schedule may be late, which `doctor` rightly reports, too.
    const faults = checks.filter(({ name, status }) => status === "fail" && name !== "schedules");
    expect(faults.map(({ name }) => name)).toEqual(["dead-letters", "alarms"]);

    system.sites.clearFaults();
    const redrive = await system.admin.call("POST", "/v1/ops/queues/oembed-fetch/redrive");
    expect(redrive.status).toBe(202);
    const ready = await until(
      "the redriven stock is ready",
      () => user.stock(id),
      (stock) => stock.status === "ready",
    );
    expect(ready).toMatchObject({ title: system.sites.deck(url).title });
    expect(ready).not.toHaveProperty("failure");
    await system.queue.idle();
    expect((await system.admin.fetchQueue()).dlq_depth).toBe(0);
    expect(system.fetches(url)).toHaveLength(5);
    await depth("ok");
  });
});

describe("a program that follows the changes", () => {
  interface Changes {
    readonly changes: readonly { readonly id: string; readonly deleted: boolean; readonly item: StockAnswer | null }[];
    readonly next_cursor: string;
    readonly more: boolean;
  }

  it("keeps a copy of what the list shows, through a memo and a deletion", async () => {
    const user = await system.newUser();
    const copy = new Map<string, StockAnswer | null>();
    let cursor = "";

    /** Reads to the end. @returns how many changes there were */
    async function follow(): Promise<number> {
      let count = 0;
      for (let more = true; more; ) {
        const { status, body } = await user.call<Changes>(
          "GET",
          `/v1/changes?limit=1${cursor === "" ? "" : `&cursor=${cursor}`}`,
        );
        expect(status).toBe(200);
        for (const { id, deleted, item } of body.changes) {
          if (deleted) copy.delete(id);
          else copy.set(id, item);
        }
        count += body.changes.length;
        ({ next_cursor: cursor, more } = body);
      }
      return count;
    }

    async function expectCopyToBeComplete() {
      const { stocks } = (await user.call<StockPage>("GET", "/v1/stocks")).body;
      expect(copy).toEqual(new Map(stocks.map((stock) => [stock.id, stock])));
    }

    const urls = ["https://speakerdeck.com/ada/followed-one", "https://speakerdeck.com/ada/followed-two"] as const;
    const [kept, deleted] = [await user.save(urls[0]), await user.save(urls[1])];
    await follow();
    await user.settled(kept.id);
    await user.settled(deleted.id);
    await follow();
    await expectCopyToBeComplete();

    await user.call("PATCH", `/v1/stocks/${kept.id}`, { memo: "for Friday" });
    await user.call("DELETE", `/v1/stocks/${deleted.id}`);
    expect(await follow()).toBe(2);
    expect([...copy.keys()]).toEqual([kept.id]);
    await expectCopyToBeComplete();
    expect(await follow()).toBe(0);
  });
});
