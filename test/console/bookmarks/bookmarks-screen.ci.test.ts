import { expect, it } from "vitest";
import { bookmarksWorld, itemOf, told } from "./bookmarks-world.ts";

const world = bookmarksWorld();

it("a page is saved, found, tagged and deleted by the keyboard alone, and the deletion undone", async () => {
  const { page, client } = await world.visit("/app/bookmarks");
  const { keyboard } = page;
  await page.getByText("There are no bookmarks yet.").waitFor();

  await keyboard.press("n");
  await keyboard.type("blog.example/posts/sparrows");
  await keyboard.press("Enter");
  const sparrows = itemOf(page, "Sparrows");
  await sparrows.getByText("Done", { exact: true }).waitFor();
  await client.bookmarks.save({ url: "https://blog.example/posts/owls" });
  await itemOf(page, "Owls").waitFor();

  // From the address box, which kept the focus, to the search box.
  await page.getByRole("button", { name: "Save", exact: true }).focus();
  await keyboard.press("/");
  await keyboard.type("OWL ");
  await sparrows.waitFor({ state: "detached" });
  await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe("OWL");
  await keyboard.press("Control+a");
  await keyboard.press("Delete");
  await sparrows.waitFor();

  await sparrows.getByRole("button", { name: "Edit" }).focus();
  await keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Edit the bookmark" });
  await dialog.getByRole("combobox", { name: "Tags" }).focus();
  await keyboard.type("Garden,");
  await keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  await sparrows.getByRole("link", { name: "Garden" }).waitFor();
  await expect
    .poll(async () => (await client.bookmarks.list()).bookmarks.map(({ tags }) => tags.at(-1)))
    .toContain("Garden");

  // The newest comes first: the one after it gets the focus.
  await itemOf(page, "Owls").getByRole("button", { name: "Delete" }).focus();
  await keyboard.press("Enter");
  await itemOf(page, "Owls").waitFor({ state: "detached" });
  expect(await page.evaluate("document.activeElement.textContent")).toBe("Sparrows");
  await told(page).getByText("Deleted: Owls").waitFor();
  await keyboard.press("u");
  await keyboard.press("Enter");
  await itemOf(page, "Owls").waitFor();
  expect((await client.bookmarks.list()).bookmarks).toHaveLength(2);
  expect(await page.evaluate("document.activeElement.textContent")).toBe("Sparrows");
});
