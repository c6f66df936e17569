import { expect, it } from "vitest";
import { until } from "../../local/until.ts";
import type { PopulatedWorld } from "../populated-world.ts";

/** The plot as a picture; empty before it is drawn. */
const DRAWN = `(() => {
  const plot = document.querySelector(".plot canvas");
  const blank = document.createElement("canvas");
  [blank.width, blank.height] = [plot.width, plot.height];
  return plot.toDataURL() === blank.toDataURL() ? "" : plot.toDataURL();
})()`;

const POINTS = [
  { start: "2026-11-02T00:00:00.000Z", count: 2, min: 3_000, p25: 3_500, median: 4_000, p75: 4_500, max: 5_000 },
  { start: "2026-11-09T00:00:00.000Z", count: 1, min: 4_000, p25: 4_000, median: 4_000, p75: 4_000, max: 4_000 },
];

/** The plot on its canvas, which only a browser has. */
export function pricePlot(world: PopulatedWorld): void {
  it("the plot of a product's sales is drawn, and drawn again when the theme changes", async () => {
    const { page, context } = await world.visit("/app/", { isAdmin: true, browser: { colorScheme: "light" } });
    await context.route("**/price-trend?*", (route) =>
      route.fulfill({
        headers: { "access-control-allow-origin": "*" },
        json: {
          interval: "week",
          points: POINTS,
          on_sale: { count: 0, lowest: null, lowest_url: null, lowest_image_url: null, median: null },
          undated: 0,
        },
      }),
    );
    await page.goto(world.populated.pricePath);
    await page.getByRole("figure", { name: "Price trend" }).locator("canvas").waitFor();
    const drawn = () => page.evaluate<string>(DRAWN);
    const light = await until("the plot is drawn", drawn, (picture) => picture !== "");
    await page.emulateMedia({ colorScheme: "dark" });
    const dark = await until("the plot is drawn anew", drawn, (picture) => picture !== "" && picture !== light);
    expect(dark).not.toBe(light);

    // A part of it is shown by a drag and by keys, and the whole again.
    const everything = page.getByRole("button", { name: "Show all" });
    const box = await page.locator(".plot .u-over").boundingBox();
    if (box === null) throw new Error("the plot has no place");
    await page.mouse.move(box.x + box.width / 2, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 5, box.y + 20, { steps: 4 });
    await page.mouse.up();
    await everything.waitFor();
    const part = await until("a part is drawn", drawn, (picture) => picture !== dark);
    await everything.click();
    await everything.waitFor({ state: "detached" });
    await page.getByRole("slider").focus();
    await page.keyboard.press("+");
    await everything.waitFor();
    await page.keyboard.press("0");
    await everything.waitFor({ state: "detached" });
    expect(part).not.toBe(dark);
  });
}
