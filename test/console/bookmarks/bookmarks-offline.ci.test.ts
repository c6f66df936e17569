import { describe, expect, it } from "vitest";
import { isKept } from "../is-kept.ts";
import { bookmarksWorld, itemOf, saveByForm, told } from "./bookmarks-world.ts";

const world = bookmarksWorld();
const [OWLS, WRENS, RAVENS] = ["owls", "wrens", "ravens"].map((name) => `https://blog.example/posts/${name}`);

describe("without a network", () => {
  it("bookmarks are read, found, saved, tagged and deleted; each arrives once when it is back", async () => {
    const { page, context, client } = await world.visit("/app/bookmarks", { hasServiceWorker: true });
    await client.bookmarks.save({ url: String(OWLS) });
    await client.bookmarks.save({ url: String(WRENS) });
    for (const name of ["Owls", "Wrens"]) await itemOf(page, name).getByText("Done", { exact: true }).waitFor();
    await isKept(page);
    await context.setOffline(true);

    await saveByForm(page, String(RAVENS));
    await itemOf(page, "blog.example/posts/ravens").getByText("Waiting to be sent").waitFor();
    await itemOf(page, "Owls").getByRole("button", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "Tags" }).fill("night");
    await dialog.getByRole("button", { name: "Save" }).click();
    await itemOf(page, "Wrens").getByRole("button", { name: "Delete" }).click();
    await told(page).getByText("Deleted: Wrens").waitFor();

    // Nothing is lost with the page.
    await page.goto("/app/bookmarks?tag=night");
    await itemOf(page, "Owls").getByText("The change waits to be sent").waitFor();
    await page.getByRole("textbox", { name: "Address or words" }).fill("hedge");
    await itemOf(page, "Owls").getByRole("heading").getByRole("link").click();
    await page.getByRole("heading", { name: "Summary" }).waitFor();
    await page.getByText("Sparrows live in the hedge").waitFor();
    // The list is as it was left, with its search.
    await page.getByRole("link", { name: "All bookmarks" }).click();
    await itemOf(page, "Owls").waitFor();
    expect(await page.getByRole("article").count()).toBe(1);
    await page.goto("/app/bookmarks");
    await itemOf(page, "Owls").waitFor();
    expect(await page.getByRole("article").count()).toBe(2);

    const sent: string[] = [];
    context.on("response", (response) => {
      const request = response.request();
      if (request.method() !== "GET" && request.method() !== "OPTIONS" && request.url().includes("/v1/")) {
        sent.push(`${request.method()} ${response.status()}`);
      }
    });
    await context.setOffline(false);
    await itemOf(page, "Ravens").getByText("Done", { exact: true }).waitFor();
    await page.getByRole("link", { name: /^Waiting/ }).waitFor({ state: "detached" });
    const { bookmarks } = await client.bookmarks.list();
    expect(bookmarks.map(({ url, tags }) => [url, tags.includes("night")])).toEqual([
      [RAVENS, false],
      [OWLS, true],
    ]);
    expect(sent.sort()).toEqual(["DELETE 204", "PATCH 200", "POST 201"]);
  });

  it("what waits can be cancelled", async () => {
    const { page, context, client } = await world.visit("/app/bookmarks", { hasServiceWorker: true });
    await client.bookmarks.save({ url: String(OWLS) });
    await itemOf(page, "Owls").getByText("Done", { exact: true }).waitFor();
    await context.setOffline(true);
    await itemOf(page, "Owls").getByRole("button", { name: "Fetch again" }).click();
    await itemOf(page, "Owls").getByText("Waits to be read again").waitFor();
    await itemOf(page, "Owls").getByRole("button", { name: "Cancel" }).click();
    await itemOf(page, "Owls").getByText("Waits to be read again").waitFor({ state: "detached" });
    await told(page).getByText("Cancelled.").waitFor();
  });
});

it("two tabs show the same, and a page saved in both is there once", async () => {
  const { page, context, client } = await world.visit("/app/bookmarks", { hasServiceWorker: true });
  const other = await context.newPage();
  await other.goto("/app/bookmarks");
  await context.setOffline(true);
  await saveByForm(page, String(OWLS));
  await itemOf(other, "blog.example/posts/owls").getByText("Waiting to be sent").waitFor();
  await saveByForm(other, String(OWLS));
  await told(other).getByText("Already saved").waitFor();
  await context.setOffline(false);
  for (const tab of [page, other]) await itemOf(tab, "Owls").getByText("Done", { exact: true }).waitFor();
  await itemOf(other, "Owls").getByRole("button", { name: "Delete" }).click();
  await itemOf(page, "Owls").waitFor({ state: "detached" });
  await other.getByRole("button", { name: "Undo" }).click();
  await itemOf(page, "Owls").waitFor();
  expect((await client.bookmarks.list()).bookmarks).toHaveLength(1);
});
