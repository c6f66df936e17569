import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { magpie } from "../command-line.ts";
import { MARK, NOTHING, SmokeWorld } from "./smoke-world.ts";

let world: SmokeWorld;
beforeAll(async () => {
  world = await SmokeWorld.start();
});
afterAll(() => world.close());
beforeEach(() => world.recover());

it("uses everything that its users use, times it, and leaves nothing, however often it runs", async () => {
  const { code, steps } = await world.smoke();
  expect(steps.filter(({ status }) => status !== "ok")).toEqual([]);
  expect(steps.map(({ name }) => name)).toEqual([
    ...["sign-in", "leftovers", "deck", "bookmark", "webmention", "search", "redrive", "clean-up"],
  ]);
  expect(code).toBe(0);
  for (const { took_ms } of steps) expect(took_ms).toBeGreaterThanOrEqual(0);
  expect(steps.at(-1)?.found).toBe("3 items were deleted; nothing is left.");
  expect(await world.leftovers()).toEqual(NOTHING);
  expect(world.system.fetches("https://speakerdeck.com/jnunemaker/atom")).not.toEqual([]);
  expect(world.page.requests(({ path }) => path === "/")).toHaveLength(1);
  expect(world.mercari.requests(({ path }) => path === "/search")).toHaveLength(1);

  const again = await magpie(world.system.dataFolder, ["smoke"]);
  expect([again.code, again.stderr]).toEqual([0, ""]);
  expect(again.stdout).toMatch(/^ok {7}leftovers {3} +\d+\.\d s {2}No earlier run has left anything\.$/m);
  expect(again.stdout).toMatch(/^ok {7}deck {8} +\d+\.\d s {2}Speaker Deck's deck is ready: .+$/m);
});

it("deletes the leftovers of a killed run, and no item of the user's own", async () => {
  const { client } = world;
  await client.stocks.save({ url: "https://speakerdeck.com/jnunemaker/atom", tags: [MARK] });
  await client.bookmarks.save({ url: "https://example.com/", tags: [MARK] });
  const own = await client.bookmarks.save({ url: "https://example.com/mine", tags: ["mine"] });
  await client.products.create({ name: MARK });
  const camera = await client.products.create({ name: "A camera" });
  await client.mentions.block(`${MARK}.invalid`);
  const { code, step } = await world.smoke();
  expect([code, step("leftovers")?.found]).toEqual([0, "4 items of an earlier run were deleted."]);
  const left = await world.leftovers();
  expect(left.bookmarks.map(({ id }) => id)).toEqual([own.id]);
  expect(left.products.map(({ id }) => id)).toEqual([camera.id]);
  await client.bookmarks.delete(own.id);
  await client.products.delete(camera.id);
  expect(await world.leftovers()).toEqual(NOTHING);
});

it("fails, says what to do, and deletes everything, when sites do not answer, or not as known", async () => {
  world.system.sites.fault("/oembed.json", { kind: "reset" });
  world.page.fault("/", { kind: "status", status: 404 });
  world.mercari.mood("not_rendered");
  // So that the search has a listing to show.
  world.mercari.list({ price: 9_999_999 });
  const { code, failed, step, stderr } = await world.smoke();
  expect([code, failed]).toEqual([1, ["deck", "bookmark", "search"]]);
  expect(stderr).toBe("magpie: 3 of 8 steps failed.\n");
  expect(step("deck")).toMatchObject({
    found: expect.stringContaining("Speaker Deck did not answer"),
    remedy: expect.stringContaining("doctor --live"),
  });
  expect(step("bookmark")?.found).toContain("(not_found)");
  expect(step("search")?.found).toContain("MAGPIE_MERCARI_PAGE_SOURCE=rendered");
  // The deck, its dead letter, the bookmark and the product.
  expect(step("clean-up")?.found).toContain("4 items were deleted");
  expect(await world.leftovers()).toEqual(NOTHING);
});
