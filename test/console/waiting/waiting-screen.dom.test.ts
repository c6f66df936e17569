// @vitest-environment happy-dom
import type { Signal } from "@preact/signals";
import { act } from "preact/test-utils";
import { describe, expect, it } from "vitest";
import type { QueueContents } from "../../../client/index.ts";
import { WaitingScreen } from "../../../console/waiting/waiting-screen.tsx";
import { ChangesApi } from "../../client/sync/changes-api.ts";
import { loaded, press } from "../dom/acts.ts";
import { entryOf, openPage } from "../dom/page.ts";
import { button, focused, hasButton, texts, told } from "../dom/shown.ts";

const OWLS = "https://blog.example/owls";
const saveOwls = entryOf({ create: "bookmark", body: { url: OWLS, title: "Owls" } });
const lastError = {
  status: 400,
  code: "limit_reached",
  message: "400 limit_reached: No such page.",
  at: new Date().toISOString(),
};
const failedSave = entryOf(
  { create: "bookmark", body: { url: "https://blog.example/wrens" } },
  { state: "failed", attempts: 3, strikes: 3, lastError },
);
const within = (name: string) =>
  Array.from(document.querySelectorAll("article")).find((item) => item.querySelector("h2")?.textContent === name) ??
  document;
const names = () => texts("article h2");

describe("the screen of what waits", () => {
  it("has nothing to send when nothing waits", async () => {
    await (await openPage()).show(WaitingScreen);
    expect(texts(".empty")).toEqual([
      "Nothing is waiting to be sent. What you save or change offline is listed here until it is sent.",
    ]);
    expect([hasButton("Send now"), names()]).toEqual([false, []]);
  });

  it("shows each item once, by title, by address, or as deleted, with all of its waiting changes", async () => {
    const api = new ChangesApi();
    const saved = api.saveBookmark("https://blog.example/hedge", { title: "A hedge" });
    const untitled = api.saveBookmark("https://blog.example/untitled");
    const deck = api.saveStock("https://speakerdeck.com/ada/birds");
    const page = await openPage(
      [
        saveOwls,
        failedSave,
        entryOf({ create: "stock", body: { url: "https://speakerdeck.com/ada/owls" } }),
        entryOf({ update: "bookmark", id: saved.id, body: { note: "n" } }),
        entryOf({ refresh: "bookmark", id: saved.id }),
        entryOf({ delete: "bookmark", id: untitled.id }),
        entryOf({ refresh: "stock", id: deck.id }),
        entryOf({ delete: "bookmark", id: "b-gone" }),
      ],
      api,
    );
    await page.show(WaitingScreen);
    expect(names()).toEqual([
      "Owls",
      "https://blog.example/wrens",
      "https://speakerdeck.com/ada/owls",
      "A hedge",
      untitled.url,
      deck.title ?? deck.canonical_url,
      "An item that was removed",
    ]);
    const chips = (name: string) =>
      Array.from(
        within(name).querySelectorAll(".chip, .status-chip, .facts > :first-child"),
        (chip) => chip.textContent,
      );
    expect(chips("A hedge")).toEqual(["Change waiting to be sent", "Waiting to be fetched again"]);
    expect(chips(untitled.url)).toEqual(["Waiting to be deleted"]);
    expect(chips("https://blog.example/wrens")).toEqual(["Not saved"]);
    expect(within("https://blog.example/wrens").querySelector(".facts")?.textContent).toMatch(
      /attempts: 3, last (?:now|\d+ \w+ ago)/,
    );
    expect(within("https://blog.example/wrens").querySelector(".failure")?.textContent).toBe(
      "Magpie refused this: No such page.",
    );
    expect(within("Owls").querySelector(".facts")?.textContent).not.toContain("attempts");
    expect([
      hasButton("Try again", within("Owls")),
      hasButton("Try again", within("https://blog.example/wrens")),
    ]).toEqual([false, true]);
    for (const item of document.querySelectorAll("article")) {
      const id = item.getAttribute("aria-labelledby");
      for (const each of item.querySelectorAll("button")) expect(each.getAttribute("aria-describedby")).toBe(id);
    }
  });

  it("asks before it discards what is only here; the focus goes to the next item, and at last to the heading", async () => {
    const page = await openPage([saveOwls, failedSave, entryOf({ delete: "bookmark", id: "b-gone" })]);
    await page.show(WaitingScreen);
    await press("Cancel", within("Owls"));
    await loaded();
    expect(texts("dialog p")).toEqual(["Owls is only on this device. If you discard it, it is gone."]);
    await press("Keep");
    expect([names().length, document.querySelector("dialog")]).toEqual([3, null]);
    await press("Cancel", within("Owls"));
    await loaded();
    await press("Discard");
    expect([names().length, focused(), told()]).toEqual([2, "https://blog.example/wrens", "Cancelled."]);
    // The last of the list: the focus goes back. A deletion is asked about by nobody.
    const [, last = ""] = names();
    await press("Cancel", within(last));
    expect([names(), focused()]).toEqual([["https://blog.example/wrens"], "https://blog.example/wrens"]);
    await press("Cancel", within("https://blog.example/wrens"));
    await loaded();
    await press("Discard");
    expect([names(), document.activeElement?.tagName]).toEqual([[], "H1"]);
    expect((await page.queue.contents()).failed).toEqual([]);
  });

  it("keeps the focus in an item of which something else still waits", async () => {
    const api = new ChangesApi();
    const { id } = api.saveBookmark("https://blog.example/hedge", { title: "A hedge" });
    const page = await openPage(
      [entryOf({ refresh: "bookmark", id }), entryOf({ update: "bookmark", id, body: { note: "n" } }), saveOwls],
      api,
    );
    await page.show(WaitingScreen);
    const first = within("A hedge").querySelector<HTMLButtonElement>("button");
    first?.focus();
    first?.click();
    await expect.poll(() => within("A hedge").querySelectorAll("button").length).toBe(1);
    expect(focused()).toBe("A hedge");
  });

  it("says that it is too late when what is cancelled was sent meanwhile", async () => {
    const page = await openPage([saveOwls]);
    await page.show(WaitingScreen);
    await press("Cancel", within("Owls"));
    await loaded();
    const { waiting } = await page.queue.contents();
    const storage = page.queue.contents;
    page.queue.contents = async () => ({ waiting: [], places: [], failed: [], unreadable: [] });
    await press("Discard");
    page.queue.contents = storage;
    expect([told(), waiting.length]).toEqual(["It has already been sent and can no longer be cancelled.", 1]);
    expect((await page.queue.contents()).waiting.length).toBe(1);
  });

  it("retries failed items", async () => {
    const page = await openPage([failedSave]);
    await page.show(WaitingScreen);
    expect(hasButton("Send now")).toBe(false);
    button("Try again").focus();
    await press("Try again");
    expect(focused()).toBe("https://blog.example/wrens");
    expect(told()).toBe("Sending it again.");
    expect((await page.queue.contents()).waiting.length).toBe(1);
    expect([hasButton("Try again"), hasButton("Send now")]).toEqual([false, true]);
    expect(document.querySelector(".quiet + .quiet, .waiting-note .quiet")?.textContent).toContain("No such page.");
  });

  it("sends all now, and says how many, or that it could not", async () => {
    const page = await openPage([saveOwls]);
    await page.show(WaitingScreen);
    page.api.faults.push({ kind: "cut" });
    await press("Send now");
    expect([names(), told()]).toEqual([["Owls"], "It could not be sent now. Magpie tries again automatically."]);
    expect(within("Owls").querySelector(".waiting-note > .quiet")?.textContent).toBe("There was no connection.");
    button("Send now").focus();
    await press("Send now");
    expect([names(), told(), document.activeElement?.tagName]).toEqual([[], "Sent: 1", "H1"]);
  });

  it.each([
    // Something is held back, so that not all could be sent.
    [{ sent: 0, failed: 0, stopped: "held" }, "Sent: 0"],
    [{ sent: 0, failed: 0, stopped: null }, "Sent: 0"],
    [{ sent: 2, failed: 0, stopped: "trouble" }, "Sent: 2"],
    [{ sent: 0, failed: 0, stopped: "busy" }, "It could not be sent now. Magpie tries again automatically."],
  ] as const)("says what became of %j", async (report, words) => {
    const page = await openPage([saveOwls]);
    await page.show(WaitingScreen);
    page.queue.flush = async () => report;
    await press("Send now");
    expect(told()).toBe(words);
  });

  it("names what this version can't read, and shows nothing of it otherwise", async () => {
    const page = await openPage([saveOwls]);
    await page.show(WaitingScreen);
    expect(document.querySelector("main section")).toBeNull();
    const { waiting } = page.library;
    const unreadable = [{ where: "magpie-queue, place 4", reason: "It is not a valid entry." }];
    await act(() => {
      (waiting as Signal<QueueContents>).value = { ...waiting.value, unreadable };
    });
    const section = document.querySelector("main section");
    expect(section?.querySelector("li")?.textContent).toContain("magpie-queue, place 4");
    expect(section?.querySelector("li")?.textContent).toContain("It is not a valid entry.");
    expect(document.getElementById(section?.getAttribute("aria-labelledby") ?? "")?.tagName).toBe("H2");
  });
});
