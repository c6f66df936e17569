// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { describe, expect, it } from "vitest";
import { isOffline } from "../../../console/device/offline.ts";
import { choose } from "../../../console/device/preferences.ts";
import { SlidesScreen } from "../../../console/slides/slides-screen.tsx";
import { refused } from "../../client/scripted-api.ts";
import { fill, press, submit } from "../dom/acts.ts";
import type { Page } from "../dom/page.ts";
import { entryOf, openPage } from "../dom/page.ts";
import { failed, textBox, texts, told } from "../dom/shown.ts";

const DECK = "https://speakerdeck.com/ada/birds";
let page: Page;

async function opens(): Promise<void> {
  page = await openPage();
  await page.show(SlidesScreen, "slides");
}

const problem = () => document.querySelector(".one-field > .failure")?.textContent ?? null;
/** Saves an address, which the API refuses. */
async function isRefused(code: string, typed?: string): Promise<void> {
  await fill("Address or words", DECK);
  await submit();
  if (typed !== undefined) await fill("Address or words", typed);
  page.api.faults.push(refused(400, code));
  await page.send();
}

describe("saving a deck", () => {
  it("stores its address on the device and empties the box", async () => {
    await opens();
    expect([problem(), document.querySelector("form")?.getAttribute("aria-label")]).toEqual([null, "Save or search"]);
    await fill("Address or words", ` ${DECK} `);
    await submit();
    expect(await page.intents()).toEqual([{ create: "stock", body: { url: DECK } }]);
    expect([textBox("Address or words").value, told()]).toEqual(["", "Saved on this device; it is being sent."]);
    expect(texts("article h2")).toEqual([DECK]);
  });

  it("says without a network that it is sent later", async () => {
    await opens();
    isOffline.value = true;
    await fill("Address or words", DECK);
    await submit();
    expect(told()).toBe("Saved on this device. It is sent when there is a connection.");
  });

  it.each([
    ["", "Enter the address of a deck."],
    ["  ", "Enter the address of a deck."],
    ["birds", "This is not a whole web address."],
    ["https://blog.example/birds", "Decks of this site can't be saved here; save the page as a bookmark."],
  ])("explains that %j can't be saved, at the box, until something else is typed", async (typed, why) => {
    await opens();
    await fill("Address or words", typed);
    await submit();
    expect(problem()).toEqual(expect.stringContaining(why));
    expect([document.activeElement === textBox("Address or words"), await page.intents()]).toEqual([true, []]);
    await fill("Address or words", DECK);
    expect(problem()).toBeNull();
    await fill("Address or words", typed);
    await submit();
    await act(() => choose({ language: "ja" }));
    expect(problem()).toMatch(/[ぁ-ん]/);
  });

  it("is no longer explained once another address was saved", async () => {
    await opens();
    await submit();
    textBox("Address or words").value = DECK;
    await fill("Address or words", DECK);
    await submit();
    expect([problem(), (await page.intents()).length]).toEqual([null, 1]);
  });

  it("brings back the address that the API refuses, with the reason", async () => {
    await opens();
    await isRefused("invalid_format");
    expect(textBox("Address or words").value).toEqual(DECK);
    expect(failed()).toEqual(`Not saved: ${DECK}. See the reason below the address.`);
    expect(problem()).toContain("This is the right site, but not the address of a deck's page.");
    await expect.poll(() => texts("article h2")).toEqual([]);
    expect((await page.queue.contents()).failed).toEqual([]);
    // The same address again is another save.
    await submit();
    expect([problem(), (await page.intents()).length]).toEqual([null, 1]);
  });

  it("does not touch an address that the person types meanwhile, and keeps the refused one in the list", async () => {
    await opens();
    await isRefused("invalid_format", "https://speakerdeck.com/n");
    expect([textBox("Address or words").value, problem(), failed()]).toEqual([
      "https://speakerdeck.com/n",
      null,
      expect.stringContaining("This is the right site"),
    ]);
    expect([texts("article h2"), (await page.queue.contents()).failed.length]).toEqual([[DECK], 1]);
    // It is told once.
    await press("Close");
    await fill("Address or words", "");
    expect([failed(), textBox("Address or words").value]).toEqual([null, ""]);
  });

  it("does not touch what was refused before the screen was opened", async () => {
    const lastError = { status: 400, code: "invalid_format", message: "m", at: new Date().toISOString() };
    page = await openPage([entryOf({ create: "stock", body: { url: DECK } }, { state: "failed", lastError })]);
    await page.show(SlidesScreen, "slides");
    expect([textBox("Address or words").value, problem(), failed()]).toEqual(["", null, null]);
    expect(texts("article h2")).toEqual([DECK]);
  });

  it("leaves what was refused for another reason in the list", async () => {
    await opens();
    await isRefused("limit_reached");
    expect([textBox("Address or words").value, problem(), texts("article h2")]).toEqual(["", null, [DECK]]);
    expect(document.querySelector("article .failure")?.textContent).toBe(
      "Magpie refused this: because of limit_reached",
    );
  });

  it("tells when the refused one can't be taken out of the list", async () => {
    await opens();
    page.queue.discard = async () => {
      throw new Error("The disk is full.");
    };
    await isRefused("invalid_format");
    expect(failed()).toContain("The disk is full.");
  });
});
