import { expect, it } from "vitest";
import type { PopulatedWorld } from "../populated-world.ts";

const PLAYER = "https://speakerdeck.com";
const PLAYER_PAGE = `<p>Player</p><script>
  const say = (words) => document.querySelector("p").append(words);
  addEventListener("keydown", ({ key }) => say(" " + key));
</script>`;

/** The player of a deck's provider, which is another page: its other facts are those of `deck-screen.dom.test.ts`. */
export function deckPlayer(world: PopulatedWorld): void {
  it("a deck's player is framed when the person asks for it, runs there, and gets the keys until Tab leaves it", async () => {
    const { page, context } = await world.visit("/app/slides", {
      name: world.populated.name,
      isAdmin: true,
      mayRequest: [PLAYER],
    });
    const asked: string[] = [];
    await context.route(`${PLAYER}/**`, (route) => {
      asked.push(route.request().url());
      return route.fulfill({ contentType: "text/html", body: PLAYER_PAGE });
    });
    await page.goto(world.populated.deckPath);
    const show = page.getByRole("button", { name: "Show slides" });
    await show.waitFor();
    expect(asked).toEqual([]);
    await show.press("Enter");
    const player = page.getByTitle(/^Slides: /).contentFrame();
    await player.getByText("Player").waitFor();
    await page.waitForFunction('document.activeElement?.tagName === "IFRAME"');
    await page.keyboard.press("ArrowRight");
    await player.getByText("ArrowRight").waitFor();
    await page.keyboard.press("Shift+Tab");
    await page.locator(":focus:not(iframe)").waitFor();
  });
}
