import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { htmlAnswer } from "../../../lib/local/sites/simulated-site.ts";
import type { WebmentionSite } from "../../../lib/local/sites/webmention-site.ts";
import { startWebmentionSite } from "../../../lib/local/sites/webmention-site.ts";
import { until } from "../until.ts";
import { denied, RecommendationsSystem } from "./recommendations-system.ts";

describe("a system among other sites", () => {
  let garden: WebmentionSite;
  let carol: RecommendationsSystem;
  beforeAll(async () => {
    garden = await startWebmentionSite();
    // The garden answers for every host.
    carol = await RecommendationsSystem.start("https://carol.example", { ...garden.egressMap, "*": garden.origin });
  });
  afterEach(() => expect(denied(carol)).toEqual([]));
  afterAll(async () => {
    await carol.close();
    await garden.close();
  });

  it("publishes all of twenty sites that are added concurrently", async () => {
    const urls = Array.from({ length: 20 }, (_, index) => `https://site-${index}.example/`);
    const added = await Promise.all(urls.map((url) => carol.add({ title: url, url })));
    const published = await until(
      "all are published",
      async () => (await carol.published()).map(({ url }) => url).filter((url) => urls.includes(url)),
      (seen) => seen.length === urls.length,
    );
    expect(published.toSorted()).toEqual(urls.toSorted());
    // The announcement of a change that lost too many write conflicts is completed by reconcile after its grace period.
    const deliveries = await until(
      "all sites are notified",
      async () => {
        await carol.reconcile();
        return (await Promise.all(added.map(({ id }) => carol.deliveries(id)))).flat();
      },
      (seen) => seen.length === urls.length && seen.every(({ status }) => status !== "pending"),
    );
    expect(deliveries).toMatchObject(added.map(({ url: target }) => ({ target, status: "sent" })));
    const posted = garden.posted().map(({ source, target }) => `${source} ${target}`);
    expect(posted).toEqual(expect.arrayContaining(urls.map((url) => `${carol.list} ${url}`)));
  });

  it("looks up a site's metadata, and fills the fields that its publisher left out", async () => {
    const facts = {
      excerpt: "Notes from a small garden.",
      featured_image: "https://garden.example/pictures/garden.jpg",
      favicon: "https://garden.example/icon.png",
      one_click_subscribe: true,
    };
    const checked = await carol.check(garden.url);
    expect(checked).toMatchObject({ ...facts, id: null, title: "The garden", url: garden.url });
    expect(await carol.published()).not.toContainEqual(expect.objectContaining({ url: garden.url }));

    const own = { title: "My garden", excerpt: "I come here often." };
    const { id } = await carol.add({ ...own, url: garden.url });
    const filled = await until(
      "the rest is filled in",
      () => carol.recommendation(id),
      (seen) => seen?.featured_image !== null,
    );
    expect(filled).toMatchObject({ ...facts, ...own });
    expect(await carol.check(garden.url)).toMatchObject({ ...facts, ...own, id });
  });

  it("accepts mentions at its site's address: 202, 400 for an invalid one, and 429 from the 61st in a minute on", async () => {
    const page = `${garden.url}about.html`;
    garden.page("/about.html", htmlAnswer(200, "<!doctype html><title>About</title><p>Nobody is mentioned here."));
    const bad: readonly (readonly [Record<string, string>, string])[] = [
      [{ source: "not an address", target: carol.url }, "invalid_source"],
      [{ source: page, target: "mailto:carol@carol.example" }, "invalid_target"],
      [{ source: carol.url, target: carol.url }, "same_source_and_target"],
      [{ source: page, target: "https://dora.example/" }, "foreign_target"],
      [{ source: page }, "validation_error"],
    ];
    for (const [form, code] of bad) {
      const { status, body } = await carol.mention(form);
      expect({ status, ...JSON.parse(body.toString()) }).toMatchObject({ status: 400, code });
    }

    // If a minute ends meanwhile, the next one has its own sixty.
    const answers = [];
    do answers.push(await carol.mention({ source: page, target: carol.url }));
    while (answers.at(-1)?.status === 202 && answers.length <= 120);
    const last = answers.pop();
    expect(answers.length).toBeGreaterThanOrEqual(60);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(last?.status).toBe(429);
    const seconds = Number(last?.headers["retry-after"]);
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);

    await carol.retried("not_mentioned");
    expect(await carol.incoming()).toEqual([]);
    expect(await carol.mails()).toEqual([]);
  });

  it("counts clicks of every reader, and subscriptions of members", async () => {
    const { id } = await carol.add({ title: "Clicked", url: "https://clicked.example/" });
    const count = async () => (await carol.recommendation(id, "count.clicks,count.subscribers"))?.count;
    expect(await carol.click(id)).toBe(204);
    expect(await count()).toEqual({ clicks: 1, subscribers: 0 });

    expect(await carol.click(id, carol.member)).toBe(204);
    expect((await carol.member.call("POST", `/v1/recommendations/${id}/subscribed`)).status).toBe(204);
    expect(await count()).toEqual({ clicks: 2, subscribers: 1 });
  });
});

describe("a system that another site recommends", () => {
  it("verifies again every day, and no longer shows the site when its list is gone for good", async () => {
    const garden = await startWebmentionSite();
    const dora = await RecommendationsSystem.start("https://dora.example", garden.egressMap);
    garden.recommend(dora.url);
    await dora.mention({ source: garden.source, target: dora.url });
    await dora.looked(1);
    expect(await dora.incoming()).toMatchObject([{ url: garden.url }]);

    garden.fault(new URL(garden.source).pathname, { kind: "status", status: 410 });
    await dora.dayPassed(garden.source);
    expect((await dora.admin.call("POST", "/_local/schedules/recommendations-refresh/run")).status).toBe(200);
    await dora.looked(2);
    expect(await dora.incoming()).toEqual([]);
    expect(denied(dora)).toEqual([]);
    await dora.close();
    await garden.close();
  });
});
