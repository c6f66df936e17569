import { describe, expect, it } from "vitest";
import { DirectoryTable } from "../../lambdas/recommendations/tables/directory-table.ts";
import { refreshRecommendation } from "../../lambdas/recommendations/work/refresh-recommendation.ts";
import { recommendationMetadataMessageOf } from "../../lambdas/recommendations/work/request-refresh.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo } from "../emulators/dynamo-of-tests.ts";
import { problem } from "../emulators/feature-api.ts";
import { interceptedClient } from "../emulators/intercepted-client.ts";
import { TABLE } from "./changes-world.ts";
import { olga, publisherOfEachTest, world } from "./publisher-of-tests.ts";
import { publisher, recommendationsTables } from "./recommendations-world.ts";

capturedLog();
publisherOfEachTest();

/** A publisher before or after whose first write of a table something else happens. */
function interrupted(moment: "before" | "after", act: () => Promise<unknown>) {
  let writes = 0;
  const client = interceptedClient(dynamo, async ({ command }, forward) => {
    if (command === "UpdateItemCommand") writes += 1;
    const isFirst = command === "UpdateItemCommand" && writes === 1;
    if (isFirst && moment === "before") await act();
    const answer = await forward();
    if (isFirst && moment === "after") await act();
    return answer;
  });
  return publisher({ ...world, ...recommendationsTables(client) });
}

it("an announcement has the new address when the recommendation moves before it is stored", async () => {
  const bob = await olga.added("bob");
  const late = interrupted("before", () => olga.put(bob.id, { url: "https://robert.example/" }));
  expect((await late.announce(bob.id)).status).toBe(202);
  const targets = world.webmentionSendQueue.sent.map(({ message }) => message.target);
  // Once because of the move, and once as asked.
  expect(targets.filter((target) => target === "https://robert.example/")).toHaveLength(2);
});

it("a change of a recommendation that is deleted before its texts are stored is refused", async () => {
  const bob = await olga.added("bob");
  const late = interrupted("after", () => olga.remove(bob.id));
  expect(await late.put(bob.id, { title: "Robert", description: "late" })).toMatchObject(problem(404, "not_found"));
  expect((await olga.get(bob.id)).status).toBe(404);
});

it("a change of a recommendation whose removal is not complete is refused", async () => {
  const bob = await olga.added("bob");
  const removal = { id: "removal", at: world.clock.now() };
  const late = interrupted("before", () => world.directory.remove(bob.id, removal));
  expect(await late.put(bob.id, { title: "Robert" })).toMatchObject(problem(404, "not_found"));
});

it("a recommendation that is deleted while it is read is not found", async () => {
  const bob = await olga.added("bob");
  const directory = Object.assign(new DirectoryTable(dynamo.client, TABLE), {
    async entry(id: string) {
      const entry = await world.directory.entry(id);
      await olga.remove(id);
      return entry;
    },
  });
  expect(await publisher({ ...world, directory }).get(bob.id)).toMatchObject(problem(404, "not_found"));
});

it("a field that is reset while the first lookup writes it follows the site", async () => {
  const { id } = await olga.added("bob", { one_click_subscribe: false });
  const lookedUp = async (excerpt: string) => {
    world.sites["https://bob.example/"] = `<title>Bob</title><meta name="description" content="${excerpt}">`;
    await refreshRecommendation(recommendationMetadataMessageOf(id), world, { correlationId: "correlation-1" });
  };
  const late = interrupted("before", () => lookedUp("Their first words"));
  expect((await late.put(id, { excerpt: null, one_click_subscribe: null })).status).toBe(200);
  await lookedUp("Their later words");
  expect((await olga.get(id)).body.recommendations).toMatchObject([{ excerpt: "Their later words" }]);
});

describe("a recommendation that another request changes before every write", () => {
  let attempts: number;
  const attempted = <T>(answer: T) => {
    attempts += 1;
    return attempts > 9 ? Promise.reject(new Error("There are too many attempts.")) : Promise.resolve(answer);
  };
  const changing = () => {
    attempts = 0;
    return Object.assign(new DirectoryTable(dynamo.client, TABLE), {
      edit: () => attempted({ kind: "changed" }),
      announce: () => attempted(false),
    });
  };

  it.each(["announcement", "change"])("is to be sent again after five attempts of its %s", async (what) => {
    const bob = await olga.added("bob");
    const unlucky = publisher({ ...world, directory: changing() });
    expect(await (what === "change" ? unlucky.put(bob.id, { title: "Robert" }) : unlucky.announce(bob.id))).toEqual({
      ...problem(503, "temporarily_unavailable"),
      headers: expect.objectContaining({ "retry-after": "1" }),
      body: expect.objectContaining({ detail: "The recommendation keeps changing at this moment. Send it again." }),
    });
    expect(attempts).toBe(5);
    expect((await olga.get(bob.id)).body.recommendations).toEqual([bob]);
  });
});

it("a check of a site whose recommendation is deleted during the lookup answers as for an unknown site", async () => {
  const bob = await olga.added("bob");
  world.sites["https://bob.example/"] = "<title>Bob</title>";
  const late = publisher({
    ...world,
    async fetch(request) {
      await olga.remove(bob.id);
      return world.fetch(request);
    },
  });
  expect(await late.check(bob.url)).toMatchObject({
    status: 200,
    body: { recommendations: [{ id: null, title: "Bob" }] },
  });
});
