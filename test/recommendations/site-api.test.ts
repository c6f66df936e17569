import { describe, expect, it } from "vitest";
import { capturedLog } from "../emulators/captured-log.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import { olga, publisherOfEachTest, world } from "./publisher-of-tests.ts";

capturedLog();
publisherOfEachTest();

describe("GET /", () => {
  it("is a page that lists the recommendations, the newest first, and names the Webmention endpoint", async () => {
    await olga.added("bob", { title: "Bob & Co" });
    for (const name of ["carol", "erin", "frank", "grace"]) {
      world.clock.forward(MINUTE);
      await olga.added(name);
    }
    const { id } = await olga.added("dave");
    await olga.remove(id);
    const { status, headers, body } = await olga.anybody({ route: "GET /" });
    expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(headers.link).toBe('<https://alice.example/webmentions>; rel="webmention"');
    expect([...body.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href)).toEqual(
      ["grace", "frank", "erin", "carol", "bob"].map((name) => `https://${name}.example/`),
    );
    expect(body).toContain("Bob &amp; Co");
    expect(body).toContain('<link rel="webmention" href="/webmentions">');
  });

  it.each(["GET /", "GET /v1/recommendations"])("may be kept for ten seconds, as %s", async (route) => {
    expect((await olga.anybody({ route })).headers).toMatchObject({ "cache-control": "public, max-age=10" });
  });

  it("sends the same headers to HEAD, and no body", async () => {
    const { headers } = await olga.anybody({ route: "GET /" });
    expect(await olga.anybody({ route: "HEAD /" })).toEqual({ status: 200, headers, body: undefined });
  });
});

describe("GET /embed.js", () => {
  it("is the script, with the API's address in front of it, for pages of any origin", async () => {
    const { status, headers, body } = await olga.anybody({ route: "GET /embed.js" });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=3600",
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
    });
    expect(body).toBe(
      '{const MAGPIE_API_URL="https://api.alice.example",MAGPIE_SITE_URL="https://alice.example";script()}\n',
    );
  });
});

it.each(["/members/api/site/", "/members/api/site"])("GET %s describes the site", async (path) => {
  const { status, headers, body } = await olga.anybody({ route: `GET ${path}` });
  expect([status, headers["content-type"]]).toEqual([200, "application/json"]);
  expect(body.site).toMatchObject({
    title: "Alice's site",
    description: "What Alice reads.",
    url: "https://alice.example/",
    allow_external_signup: false,
  });
});

it("answers 404 to other paths that the gateway passes on for a route that ends with a slash", async () => {
  const answer = await olga.anybody({ route: "GET /members/api/site/", path: "/members/api/tiers" });
  expect(answer).toMatchObject({ status: 404, body: { code: "not_found" } });
});
