import { describe, expect, it } from "vitest";
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

it("a page whose addresses can't be loaded says so, and tries again", async () => {
  const { page, context } = await world.visit("/app/bookmarks");
  await context.route("**/app/config.json", (route) => route.fulfill({ status: 500 }));
  await page.reload();
  await page.getByRole("alert").getByText("could not be loaded").waitFor();
  await context.unroute("**/app/config.json");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Bookmarks", level: 1 }).waitFor();
  expect(await page.title()).toBe("Bookmarks · Magpie");
});
