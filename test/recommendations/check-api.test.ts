import { beforeEach, describe, expect, it } from "vitest";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo } from "../emulators/dynamo-of-tests.ts";
import { problem } from "../emulators/feature-api.ts";
import { at, MINUTE } from "../emulators/test-clock.ts";
import { olga, publisherOfEachTest, world } from "./publisher-of-tests.ts";

const log = capturedLog();
publisherOfEachTest();

beforeEach(() => {
  world.sites["https://bob.example/members/api/site"] = {
    site: { title: "Bob", description: "On queues", icon: "/icon.png", allow_external_signup: true },
  };
});

const found = { excerpt: "On queues", favicon: "https://bob.example/icon.png", one_click_subscribe: true };

describe("a check of a site that is not recommended", () => {
  it("answers the site's metadata, and stores nothing", async () => {
    dynamo.requests.length = 0;
    expect(await olga.check("https://bob.example/?x#y")).toEqual({
      status: 200,
      headers: { "content-type": "application/json" },
      body: {
        recommendations: [
          {
            id: null,
            title: "Bob",
            description: null,
            featured_image: null,
            ...found,
            url: "https://bob.example/?x#y",
            created_at: null,
            updated_at: null,
          },
        ],
      },
    });
    expect(dynamo.requests).toEqual(["GetItemCommand"]);
    expect(world.bucket.documents).toEqual([]);
  });

  it.each(["https://slow.example/", "https://nowhere.example/"])("is no error for %s", async (url) => {
    world.sites["https://slow.example/members/api/site"] = null;
    world.sites["https://slow.example/"] = null;
    const nothing = { id: null, title: null, excerpt: null, favicon: null, one_click_subscribe: false, url };
    expect(await olga.check(url)).toMatchObject({ status: 200, body: { recommendations: [nothing] } });
  });

  it.each([undefined, null, 7, "", "bob", "ftp://bob.example/", `https://bob.example/${"x".repeat(2_000)}`])(
    "rejects %j as an address",
    async (url) => {
      expect(await olga.check(url)).toMatchObject(problem(400, "validation_error"));
    },
  );
});

describe("a check of a site that is recommended", () => {
  it("waits for a lookup, and stores and publishes the fields that it fills", async () => {
    const bob = await olga.added("bob");
    world.clock.forward(MINUTE);
    const told = world.webmentionSendQueue.sent.length;
    const refreshed = { ...bob, ...found, updated_at: at(MINUTE).toISOString() };
    // The duplicate key decides: another form of the address is the same site.
    const answer = await olga.check("http://www.bob.example/#x");
    expect(answer).toMatchObject({ status: 200, body: { recommendations: [refreshed] } });
    expect((await olga.get(bob.id)).body.recommendations).toEqual([refreshed]);
    expect(JSON.parse(world.bucket.document() ?? "")).toMatchObject([{ updated_at: refreshed.updated_at }]);
    expect(log.lines("recommendation_refreshed")).toMatchObject([{ correlation_id: expect.any(String) }]);
    // The values come from the site itself, so that no site is notified.
    expect(world.webmentionSendQueue.sent).toHaveLength(told);
  });

  it("answers the stored recommendation when the site does not respond", async () => {
    const bob = await olga.added("bob");
    world.sites["https://bob.example/members/api/site"] = null;
    world.sites[bob.url] = null;
    expect(await olga.check(bob.url)).toMatchObject({ status: 200, body: { recommendations: [bob] } });
  });
});
