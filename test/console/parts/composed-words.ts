import type { CDPSession, Page } from "playwright-core";
import { expect, it } from "vitest";
import { itemOf } from "../bookmarks/bookmarks-list.ts";
import type { PopulatedWorld } from "../populated-world.ts";

/** Composes a word, as an input method does: the box has the text, and the word is not chosen yet. */
async function compose(cdp: CDPSession, text: string): Promise<void> {
  await cdp.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
}

/** Presses a key that the input method takes, such as the Enter that chooses a word; whether nothing else took it. */
function pressed(page: Page, key: string): Promise<boolean> {
  const event = `new KeyboardEvent("keydown", { key: "${key}", isComposing: true, bubbles: true, cancelable: true })`;
  return page.evaluate<boolean>(`document.activeElement.dispatchEvent(${event})`);
}

/** Words that a real input method composes. */
export function composedWords(world: PopulatedWorld): void {
  it("the search box searches for nothing while an input method composes, and for the word that is chosen", async () => {
    const { page, context } = await world.visit("/app/bookmarks");
    const addresses: (string | null)[] = [];
    page.on("framenavigated", (frame) => addresses.push(new URL(frame.url()).searchParams.get("q")));
    const cdp = await context.newCDPSession(page);
    await page.getByRole("textbox", { name: "Address or words" }).focus();
    for (const composed of ["す", "すz", "すず", "すずめ"]) await compose(cdp, composed);
    // The box searches 300 ms after a key: a timer of the same length that begins later ends later.
    await page.evaluate("new Promise((resolve) => setTimeout(resolve, 300))");
    expect(await page.getByRole("textbox", { name: "Address or words" }).inputValue()).toBe("すずめ");
    await cdp.send("Input.insertText", { text: "雀" });
    await page.waitForURL((url) => url.searchParams.get("q") === "雀");
    expect(addresses).toEqual(["雀"]);
  });

  it("the box for tags adds nothing while an input method composes, whatever is pressed", async () => {
    const { page, context, client } = await world.visit("/app/bookmarks");
    await client.bookmarks.save({ url: "https://blog.example/posts/owls", tags: ["night"] });
    await itemOf(page, "Owls").getByRole("button", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog");
    const tags = dialog.getByRole("list", { name: /Tags/ }).getByRole("listitem");
    const box = dialog.getByRole("combobox", { name: "Tags" });
    const cdp = await context.newCDPSession(page);
    await box.focus();
    await compose(cdp, "すずめ、");
    for (const key of ["Enter", "ArrowDown", "Backspace"]) expect([key, await pressed(page, key)]).toEqual([key, true]);
    // The dialog has taken it, so that the browser does not close the dialog.
    expect(await pressed(page, "Escape")).toBe(false);
    expect(await box.inputValue()).toBe("すずめ、");
    expect(await tags.count()).toBe(1);
    await cdp.send("Input.insertText", { text: "すずめ" });
    await page.keyboard.press("Enter");
    await expect.poll(() => tags.allTextContents(), { timeout: 600_000 }).toEqual(["night×", "すずめ×"]);
    await dialog.getByRole("button", { name: "Save" }).click();
    await itemOf(page, "Owls").getByRole("link", { name: "すずめ" }).waitFor();
  });
}
