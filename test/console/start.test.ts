import { expect, it } from "vitest";
import { consoleWorld } from "./console-world.ts";

const world = consoleWorld();

it("starts at the bookmarks once somebody has signed in", async () => {
  const { page } = await world.visit("/app/");
  await page.getByRole("heading", { name: "Bookmarks", level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/app/bookmarks");
});
