import { describe, expect, it } from "vitest";
import { until } from "../../local/until.ts";
import { bookmarksWorld, itemOf, saveByForm, told } from "./bookmarks-world.ts";

const world = bookmarksWorld();

describe("what can't be saved", () => {
  it.each([
    ["", "Type or paste the address of a page."],
    ["sparrows", "This is not the address of a page."],
    ["javascript:alert(document.domain)", "Only addresses that begin with https:// or http:// can be saved."],
  ])("is explained beside its field: %j", async (address, problem) => {
    const { page, client } = await world.visit("/app/bookmarks");
    await saveByForm(page, address);
    const box = page.getByRole("textbox", { name: "Address" });
    await page.getByRole("form", { name: "Save" }).getByText(problem).waitFor();
    expect(await box.getAttribute("aria-invalid")).toBe("true");
    expect(await page.evaluate("document.activeElement.type")).toBe("text");
    expect((await client.bookmarks.list()).bookmarks).toEqual([]);
  });

  it("is told with the API's reason, can be tried again, and discarded", async () => {
    const { page } = await world.visit("/app/bookmarks");
    await saveByForm(page, "https://192.168.0.1/router");
    await page.getByRole("alert").getByText("was not saved").waitFor();
    const item = itemOf(page, "192.168.0.1/router");
    await item.getByText("Not saved").waitFor();
    await item.getByRole("button", { name: "Try again" }).waitFor();
    await item.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
    await item.waitFor({ state: "detached" });
    await page.getByText("There are no bookmarks yet.").waitFor();
  });

  it("is there already: the bookmark gets the focus, whatever is filtered", async () => {
    const { page } = await world.visit("/app/bookmarks");
    await saveByForm(page, "https://blog.example/posts/sparrows");
    await itemOf(page, "Sparrows").waitFor();
    await page.getByRole("combobox", { name: "Status" }).selectOption("failed");
    await page.getByText("No bookmark fits").waitFor();
    await saveByForm(page, "https://blog.example/posts/sparrows#winter");
    await told(page).getByText("This page is there already: Sparrows").waitFor();
    await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("Sparrows");
    expect(await page.getByRole("article").count()).toBe(1);
  });
});

it("a page that can't be read says why, and is read again", async () => {
  world.blog.fault("/posts/lost", { kind: "status", status: 404 });
  const { page } = await world.visit("/app/bookmarks", { looksOften: true });
  await saveByForm(page, "blog.example/posts/lost");
  const item = itemOf(page, "blog.example/posts/lost");
  await item.getByText("The page does not exist.").waitFor();
  await item.getByText("Failed", { exact: true }).waitFor();
  world.blog.clearFaults();
  await item.getByRole("button", { name: "Try again" }).click();
  await itemOf(page, "Lost").getByText("Done", { exact: true }).waitFor();
});

it("a change that the device can't store is refused in its dialog, and what was typed stays", async () => {
  const { page, client } = await world.visit("/app/bookmarks", { looksOften: true });
  await client.bookmarks.save({ url: "https://blog.example/posts/sparrows" });
  const item = itemOf(page, "Sparrows");
  await item.getByText("Done", { exact: true }).waitFor();
  await page.evaluate(`IDBObjectStore.prototype.add = () => { throw new DOMException("The disk is full."); }`);
  const dialog = page.getByRole("dialog");
  const isRefused = () => dialog.getByRole("alert").getByText("The disk is full.").waitFor();

  await item.getByRole("button", { name: "Edit" }).click();
  const title = dialog.getByRole("textbox", { name: "Title" });
  await title.fill("Sparrows and others");
  await title.press("Enter");
  await isRefused();
  expect(await title.inputValue()).toBe("Sparrows and others");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Select", exact: true }).click();
  await item.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Tag", exact: true }).click();
  await dialog.getByRole("combobox", { name: "Add tags" }).fill("garden");
  await dialog.getByRole("button", { name: "Change tags" }).click();
  await isRefused();
});

it("a slide deck is offered to Slides", async () => {
  const { page, client } = await world.visit("/app/bookmarks");
  await page.getByRole("textbox", { name: "Address" }).fill("speakerdeck.com/alice/intro");
  await page.getByRole("button", { name: "Save to Slides" }).click();
  await until(
    "the deck has arrived",
    async () => (await client.stocks.list()).stocks.map(({ canonical_url }) => canonical_url),
    ([url]) => url === "https://speakerdeck.com/alice/intro",
  );
  expect((await client.bookmarks.list()).bookmarks).toEqual([]);
});

it("what strangers have written stays text, and no link leads anywhere but to the web", async () => {
  const { page, client, wrongs } = await world.visit("/app/bookmarks", { looksOften: true });
  const markup = '<img src=x onerror="window.ran=1"><script>window.ran=1</script>';
  const saved = await client.bookmarks.save({
    url: "https://blog.example/posts/%3Cscript%3Ewindow.ran=1%3C/script%3E",
    title: markup,
    note: markup,
    tags: ["<b>bold</b>", "javascript:alert(1)"],
  });
  await itemOf(page, markup).getByText("<b>bold</b>").waitFor();
  const targets = "[...document.querySelectorAll('a')].map(({ protocol }) => protocol)";
  expect(new Set(await page.evaluate<string[]>(targets))).toEqual(new Set(["http:", "https:"]));
  await page.goto(`/app/bookmarks/${saved.id}`);
  await page.getByRole("heading", { name: markup, level: 1 }).waitFor();
  expect(await page.evaluate("window.ran")).toBeUndefined();
  expect(wrongs).toEqual([]);
});

it("a bookmark that is not there says so", async () => {
  const { page } = await world.visit("/app/bookmarks/no-such-bookmark");
  await page.getByText("This bookmark is not here.").waitFor();
  await page.getByRole("link", { name: "All bookmarks" }).click();
  await page.getByText("There are no bookmarks yet.").waitFor();
});
