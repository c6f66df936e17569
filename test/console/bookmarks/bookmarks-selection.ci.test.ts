import { expect, it } from "vitest";
import { bookmarksWorld, itemOf, told } from "./bookmarks-world.ts";

const world = bookmarksWorld();

it("several bookmarks are tagged and deleted at once, each with one undo", async () => {
  const { page, client } = await world.visit("/app/bookmarks");
  const names = ["Owls", "Wrens", "Ravens"];
  for (const name of names) await client.bookmarks.save({ url: `https://blog.example/posts/${name}`, tags: ["birds"] });
  for (const name of names) await itemOf(page, name).getByText("Done", { exact: true }).waitFor();
  const selection = page.getByRole("region", { name: "Selection" });
  const tagsOf = async () => (await client.bookmarks.list()).bookmarks.map(({ tags }) => tags);

  await page.getByRole("button", { name: "Select", exact: true }).click();
  await page.getByRole("checkbox", { name: "Owls" }).check();
  await selection.getByText("1 selected").waitFor();
  await selection.getByRole("button", { name: "Select all shown" }).click();
  await selection.getByText("3 selected").waitFor();

  await selection.getByRole("button", { name: "Tag", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Add tags" }).fill("feathers");
  await dialog.getByRole("combobox", { name: "Remove tags" }).fill("BIR");
  await dialog.getByRole("option", { name: "birds" }).click();
  await dialog.getByRole("button", { name: "Change tags" }).click();
  await expect.poll(() => page.getByRole("link", { name: "feathers" }).count()).toBe(3);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => page.getByRole("link", { name: "birds" }).count()).toBe(3);
  expect(await tagsOf()).toEqual([["birds"], ["birds"], ["birds"]]);

  await selection.getByRole("button", { name: "Delete" }).click();
  await told(page).getByText("Deleted: 3 items").waitFor();
  await page.getByText("There are no bookmarks yet.").waitFor();
  // Nobody undoes it: it is sent once that is no longer offered.
  await expect.poll(tagsOf).toEqual([]);
});
