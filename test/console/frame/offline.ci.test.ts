import { describe, it } from "vitest";
import { consoleWorld } from "../console-world.ts";

const world = consoleWorld();

describe("without a network", () => {
  it("the console starts, at any of its addresses, and says so", async () => {
    const { page, context } = await world.visit("/app/bookmarks", { hasServiceWorker: true });
    await context.setOffline(true);
    await page.goto("/app/settings");
    await page.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
    await page.getByText("No connection.").waitFor();
    await context.setOffline(false);
    await page.getByText("No connection.").waitFor({ state: "detached" });
  });

  it("the page of this device is shown when the site's server fails", async () => {
    const { page, context } = await world.visit("/app/bookmarks", { hasServiceWorker: true });
    await context.route("**/app/**", (route) => route.fulfill({ status: 503, body: "busy" }));
    await page.goto("/app/slides");
    await page.getByRole("heading", { name: "Slides", level: 1 }).waitFor();
  });
});
