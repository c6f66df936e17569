// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { OfflineQueue } from "../../../client/index.ts";
import { isOffline } from "../../../console/device/offline.ts";
import { choose } from "../../../console/device/preferences.ts";
import { SlidesScreen } from "../../../console/slides/slides-screen.tsx";
import { refused } from "../../client/scripted-api.ts";
import { fill, press, submit } from "../dom/acts.ts";
import type { Page } from "../dom/page.ts";
import { entryOf, openPage } from "../dom/page.ts";
import { failed, textBox, texts, told } from "../dom/shown.ts";

const NAME = "speakerdeck.com/ada/birds";
const DECK = `https://${NAME}`;
let page: Page;

async function opens(): Promise<void> {
  page = await openPage();
  await page.show(SlidesScreen, "slides");
}

const problem = () => document.querySelector(".one-field > .failure")?.textContent ?? null;
const box = () => textBox("Address or words");
async function save(address = DECK): Promise<void> {
  await fill("Address or words", address);
  await submit();
}
/** Saves an address, which the API refuses. */
async function isRefused(code: string, typed?: string): Promise<void> {
  await opens();
  await save();
  if (typed !== undefined) await fill("Address or words", typed);
  page.api.faults.push(refused(400, code));
  await page.send();
}

describe("saving a deck", () => {
  it("stores its address on the device and empties the box, and says without a network that it is sent later", async () => {
    await opens();
    expect([problem(), document.querySelector("form")?.getAttribute("aria-label")]).toEqual([null, "Save or search"]);
    await save(` ${DECK} `);
    expect(await page.intents()).toEqual([{ create: "stock", body: { url: DECK } }]);
    expect([box().value, told()]).toEqual(["", "Saved on this device; it is being sent."]);
    expect(texts("article h2")).toEqual([NAME]);
    isOffline.value = true;
    await save(`${DECK}-2`);
    expect(told()).toBe("Saved on this device. It is sent when there is a connection.");
  });

  it.each([
    ["", "Enter the address of a deck."],
    ["  ", "Enter the address of a deck."],
    ["birds", "This is not a whole web address."],
    ["https://blog.example/birds", "Decks of this site can't be saved here; save the page as a bookmark."],
  ])("explains that %j can't be saved, at the box, until something else is typed", async (typed, why) => {
    await opens();
    await save(typed);
    expect(problem()).toContain(why);
    expect([document.activeElement === box(), await page.intents()]).toEqual([true, []]);
    await fill("Address or words", DECK);
    expect(problem()).toBeNull();
    await save(typed);
    await act(() => choose({ language: "ja" }));
    expect(problem()).toMatch(/[ぁ-ん]/);
  });

  it("brings back the address that the API refuses, with the reason", async () => {
    await isRefused("invalid_format");
    expect([box().value, failed()]).toEqual([DECK, `Not saved: ${DECK}. See the reason below the address.`]);
    expect(problem()).toContain("This is the right site, but not the address of a deck's page.");
    await expect.poll(() => texts("article h2")).toEqual([]);
    expect((await page.queue.contents()).failed).toEqual([]);
    // The same address again is another save.
    await submit();
    expect([problem(), (await page.intents()).length]).toEqual([null, 1]);
  });

  it("does not touch an address that the person types meanwhile, and keeps the refused one in the list", async () => {
    await isRefused("invalid_format", "https://speakerdeck.com/n");
    expect([box().value, problem(), failed()]).toEqual([
      "https://speakerdeck.com/n",
      null,
      expect.stringContaining("This is the right site"),
    ]);
    expect([texts("article h2"), (await page.queue.contents()).failed.length]).toEqual([[NAME], 1]);
    // It is told once.
    await press("Close");
    await fill("Address or words", "");
    expect([failed(), box().value]).toEqual([null, ""]);
  });

  it("does not touch what was refused before the screen was opened", async () => {
    const lastError = { status: 400, code: "invalid_format", message: "m", at: new Date().toISOString() };
    page = await openPage([entryOf({ create: "stock", body: { url: DECK } }, { state: "failed", lastError })]);
    await page.show(SlidesScreen, "slides");
    expect([box().value, problem(), failed(), texts("article h2")]).toEqual(["", null, null, [NAME]]);
  });

  it("leaves what was refused for another reason in the list", async () => {
    await isRefused("limit_reached");
    expect([box().value, problem(), texts("article h2")]).toEqual(["", null, [NAME]]);
    expect(texts("article .failure")).toEqual(["Magpie refused this: because of limit_reached"]);
  });

  it("tells when the refused one can't be taken out of the list", async () => {
    const discard = vi.spyOn(OfflineQueue.prototype, "discard").mockRejectedValue(new Error("The disk is full."));
    onTestFinished(() => discard.mockRestore());
    await isRefused("invalid_format");
    expect(failed()).toContain("The disk is full.");
  });
});
