import { describe, expect, it } from "vitest";
import { consoleWorld } from "../console-world.ts";

const PLAYER = "https://speakerdeck.com";
const PLAYER_PAGE = `<p>Player</p><script>
  const say = (words) => document.querySelector("p").append(words);
  addEventListener("keydown", ({ key }) => say(" " + key));
</script>`;
const world = consoleWorld();

/** `embed_url`s that are no player of Speaker Deck's. */
const HOSTILE = [
  "javascript:alert(1)",
  "data:text/html,<script>alert(2)</script>",
  "https://speakerdeck.com.evil.example/player/31f86a9069ae0132dede22511952b5a3",
  "https://speakerdeck.com/player/31f86a9069ae0132dede22511952b5a3/../../signout",
  "https://docs.google.com/presentation/d/1aB3dE5fG7hJ9kL2mN4pQ6rS8tU1vW3xY5zA7bC9dE1f/embed",
] as const;

describe("the screen of a deck", () => {
  it("frames the provider's player when the person asks for it, in a sandbox, and gives it the keys", async () => {
    const { page, client } = await world.visit("/app/slides", { mayRequest: [PLAYER] });
    // The player of the provider is outside.
    const asked: string[] = [];
    await page.route(`${PLAYER}/**`, (route) => {
      asked.push(route.request().url());
      return route.fulfill({ contentType: "text/html", body: PLAYER_PAGE });
    });
    const { id } = await client.stocks.save({ url: `${PLAYER}/ada/birds`, memo: "For the talk" });
    const deck = page.getByRole("list", { name: "Slides" }).getByRole("article", { name: "Deck birds" });
    await deck.getByText("Ready", { exact: true }).waitFor();
    await deck.getByRole("heading").getByRole("link").press("Enter");
    await page.getByRole("heading", { name: "Deck birds", level: 1 }).waitFor();
    const show = page.getByRole("button", { name: "Show slides" });
    await show.waitFor();
    expect(asked).toEqual([]);
    await show.press("Enter");
    const frame = page.getByTitle("Slides: Deck birds");
    await frame.contentFrame().getByText("Player").waitFor();
    await page.waitForFunction('document.activeElement?.tagName === "IFRAME"');
    await page.keyboard.press("ArrowRight");
    await frame.contentFrame().getByText("ArrowRight").waitFor();
    const { embed_url } = await client.stocks.get(id);
    const attributes = ["src", "sandbox", "allow", "referrerpolicy"];
    expect(await Promise.all(attributes.map((name) => frame.getAttribute(name)))).toEqual([
      embed_url,
      "allow-scripts allow-same-origin allow-presentation",
      "fullscreen",
      "no-referrer",
    ]);
    await page.getByText("For the talk").waitFor();

    await page.keyboard.press("Shift+Tab");
    await page.getByRole("button", { name: "Delete" }).press("Enter");
    await page.getByRole("heading", { name: "Slides", level: 1 }).waitFor();
    await page.getByRole("button", { name: "Undo" }).press("Enter");
    await deck.waitFor();
  });

  it("frames no other address, whatever the API answers", async () => {
    const { page, client } = await world.visit("/app/slides");
    const ids: string[] = [];
    await page.route(
      (url) => url.pathname === "/v1/changes",
      async (route) => {
        const response = await route.fetch();
        const answer = await response.text();
        // A change of a deck, with another address for each of them.
        const changed = answer.replaceAll(
          /"id":"([^"]+)"((?:(?!"id":).)*?"embed_url":)"[^"]*"/g,
          (all, id, between) => {
            const hostile = HOSTILE[ids.indexOf(id)];
            return hostile === undefined ? all : `"id":"${id}"${between}${JSON.stringify(hostile)}`;
          },
        );
        await route.fulfill({ response, body: changed });
      },
    );
    for (const index of HOSTILE.keys()) {
      const { id } = await client.stocks.save({ url: `${PLAYER}/evil/deck-${index}` });
      ids.push(id);
    }
    for (const [index, id] of ids.entries()) {
      const name = `Deck deck-${index}`;
      const deck = page.getByRole("list", { name: "Slides" }).getByRole("article", { name });
      await deck.getByText("Ready", { exact: true }).waitFor();
      await deck.getByRole("heading").getByRole("link").click();
      await page.getByRole("heading", { name, level: 1 }).waitFor();
      await page.getByText("no player that can be shown here").waitFor();
      expect([id, await page.locator("iframe").count()]).toEqual([id, 0]);
      await page.keyboard.press("Escape");
    }
  });
});
