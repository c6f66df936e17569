import { beforeEach, describe, expect, it } from "vitest";
import type { Recommendation } from "../../../lambdas/recommendations/domain/recommendation.ts";
import { editedRecommendation } from "../../../lambdas/recommendations/domain/recommendation.ts";
import { isPublished } from "../../../lambdas/recommendations/work/publish.ts";
import { recommendationMetadataMessageOf } from "../../../lambdas/recommendations/work/request-refresh.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { dynamo } from "../../emulators/dynamo-of-tests.ts";
import { at, MINUTE } from "../../emulators/test-clock.ts";
import { changesOfEachTest, world } from "../changes-of-tests.ts";
import type { ChangesWorld } from "../changes-world.ts";
import { addSite, changeStore, removeSite } from "../changes-world.ts";
import { MAX_RECEIVES, refresher } from "../mentions-world.ts";
import type { SiteAnswers } from "../readers/site-fetch.ts";
import { siteFetch } from "../readers/site-fetch.ts";

const log = capturedLog();

let answers: SiteAnswers;
/** Called while the site is requested. */
let meanwhile: () => Promise<unknown>;

changesOfEachTest();
beforeEach(() => {
  answers = GHOST;
  meanwhile = async () => undefined;
});

const GHOST: SiteAnswers = {
  "https://bob.example/members/api/site": {
    site: {
      title: "Bob",
      description: "On queues",
      icon: "/i.png",
      cover_image: "/c.png",
      allow_external_signup: true,
    },
  },
};
const FILLED = {
  excerpt: "On queues",
  favicon: "https://bob.example/i.png",
  featuredImage: "https://bob.example/c.png",
  oneClickSubscribe: true,
};

const PAGE = "<title>Bob</title><meta name=description content=Page>";

/** The metadata worker with the world's services. */
function worker(services: Pick<ChangesWorld, "directory" | "recommendations" | "documents" | "site"> = world) {
  const fetch = siteFetch(() => answers);
  return refresher({
    ...services,
    clock: world.clock,
    now: () => 0,
    async fetch(request) {
      await meanwhile();
      return fetch(request);
    },
  });
}

const messageOf = ({ id }: { readonly id: string }) => recommendationMetadataMessageOf(id);
const refresh = (recommendation: { readonly id: string }) => worker().receive(messageOf(recommendation));

async function stored(id: string): Promise<Recommendation | null> {
  const entry = await world.directory.entry(id);
  return entry === null ? null : world.recommendations.get(entry);
}

/** Bob's site, recommended a minute ago. */
async function bob(): Promise<Recommendation> {
  const recommendation = await addSite("bob", world);
  world.clock.forward(MINUTE);
  return recommendation;
}

/** Writes the publisher's fields, like an edit after the directory was changed. */
async function send(seen: Recommendation, fields: Partial<Recommendation>): Promise<void> {
  await world.recommendations.save(seen, editedRecommendation(seen, fields, world.clock.now()));
}

const outcomes = () => log.lines("recommendation_refreshed").map(({ answered, saved }) => ({ answered, saved }));

describe("a refresh", () => {
  it("fills the fields that the publisher left out, and publishes its date without an announcement", async () => {
    const recommendation = await bob();
    const told = world.webmentionSendQueue.sent.length;
    expect(await refresh(recommendation)).toBe(true);
    expect(await stored(recommendation.id)).toEqual({
      ...recommendation,
      ...FILLED,
      updatedAt: at(MINUTE).toISOString(),
      site: { ...FILLED, source: "endpoint" },
    });
    expect(JSON.parse(world.bucket.document() ?? "")).toMatchObject([{ updated_at: at(MINUTE).toISOString() }]);
    expect(await isPublished(await world.directory.read(), world)).toBe(true);
    expect(world.webmentionSendQueue.sent).toHaveLength(told);
    expect(outcomes()).toEqual([{ answered: true, saved: true }]);
  });

  it("keeps the fields that the publisher sent, and the title", async () => {
    const recommendation = await bob();
    await send(recommendation, { excerpt: "Mine", favicon: "https://mine.example/", oneClickSubscribe: false });
    await refresh(recommendation);
    expect(await stored(recommendation.id)).toMatchObject({
      title: "bob",
      excerpt: "Mine",
      favicon: "https://mine.example/",
      oneClickSubscribe: false,
      featuredImage: FILLED.featuredImage,
    });
  });

  it("without new values writes nothing", async () => {
    const recommendation = await bob();
    await refresh(recommendation);
    const before = await stored(recommendation.id);
    const put = world.bucket.documents.length;
    world.clock.forward(MINUTE);
    dynamo.requests.length = 0;
    expect(await refresh(recommendation)).toBe(true);
    expect(dynamo.requests).toEqual(["GetItemCommand", "GetItemCommand"]);
    expect(await stored(recommendation.id)).toEqual(before);
    expect(world.bucket.documents).toHaveLength(put);
  });

  it.each([
    ["can't be reached", false, { "https://bob.example/members/api/site": null, "https://bob.example/": null }],
    ["has no title", false, { "https://bob.example/": "<p>Welcome</p>" }],
    ["is gone", false, {}],
    [
      "does not respond at its endpoint, whatever its page contains,",
      true,
      { "https://bob.example/members/api/site": null, "https://bob.example/": PAGE },
    ],
  ])("of a site that %s changes nothing, and ends", async (_name, answered, changed) => {
    const recommendation = await bob();
    await refresh(recommendation);
    const before = await stored(recommendation.id);
    world.clock.forward(MINUTE);
    answers = changed;
    const { receive, waits } = worker();
    expect(await receive(messageOf(recommendation))).toBe(true);
    expect(waits).toEqual([]);
    expect(await stored(recommendation.id)).toEqual(before);
    expect(outcomes()).toEqual([
      { answered: true, saved: true },
      { answered, saved: false },
    ]);
  });

  it("of a deleted recommendation has no effect", async () => {
    const recommendation = await bob();
    await removeSite(recommendation, world);
    meanwhile = () => Promise.reject(new Error("nobody is to be asked"));
    expect(await refresh(recommendation)).toBe(true);
    expect(await refresh({ id: "never-was" })).toBe(true);
    expect(log.lines("refresh_not_needed")).toHaveLength(2);
  });
});

describe("an interrupted refresh", () => {
  it("whose document can't be written has ended, and the document is left to reconcile", async () => {
    const recommendation = await bob();
    const away = world.bucket.intercepted(() => Promise.reject(new Error("S3 is away")));
    const { receive } = worker({ ...world, ...changeStore(away) });
    expect(await receive(messageOf(recommendation))).toBe(true);
    expect(await stored(recommendation.id)).toMatchObject(FILLED);
    expect(log.lines("publish_deferred_to_reconcile")).toHaveLength(1);
  });
});

describe("a message that is given up", () => {
  it("is returned so that SQS dead-letters it, and the recommendation is unchanged", async () => {
    const recommendation = await bob();
    const { receive, waits } = worker();
    expect(await receive(messageOf(recommendation), MAX_RECEIVES)).toBe(false);
    expect(waits).toEqual([0]);
    expect(await stored(recommendation.id)).toEqual(recommendation);
  });

  it("is deleted when there is nothing to refresh", async () => {
    expect(await worker().receive(messageOf({ id: "gone" }), MAX_RECEIVES)).toBe(true);
  });
});
