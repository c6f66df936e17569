// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Intent, NewQueueEntry } from "../../client/index.ts";
import { SavedPage } from "../../extension/popup/saved-page.tsx";
import { NotSaved } from "../../extension/settings/not-saved.tsx";
import { ChangesApi } from "../client/sync/changes-api.ts";
import { press, settled } from "../console/dom/acts.ts";
import { entryOf, openPage } from "../console/dom/page.ts";
import { texts } from "../console/dom/shown.ts";

const URL = "https://blog.example/owls";
const told = vi.fn(async () => undefined);

beforeEach(() => vi.stubGlobal("chrome", { runtime: { sendMessage: told } }));
afterEach(() => vi.unstubAllGlobals());

/** The window on a saved page. */
async function opens(entries: readonly NewQueueEntry[] = []) {
  const api = new ChangesApi();
  api.saveBookmark(URL, { title: "Owls", status: "done", starred: true });
  const page = await openPage(entries, api);
  const { library } = page;
  await page.show(() => {
    void library.revision.value;
    const synced = library.synced.get("bookmark", "b-1");
    if (synced === null) throw new Error("It is not saved.");
    const shown = { title: "Owls", url: URL, note: "", tabId: 1, isAsSeen: false };
    const stage = { siteUrl: "https://magpie.example" };
    const rest = { isNew: false, notSent: null };
    return h(SavedPage, { synced, page: shown, stage, library, ...rest } as never);
  });
  return page;
}

const marks = () => texts("[data-mark]");
const intent: Intent = { update: "bookmark", id: "b-1", body: { unread: false } };

const lastError = {
  status: 404,
  code: "not_found",
  message: "404 not_found: It is gone.",
  at: "2026-11-29T10:00:00Z",
};
const refused = entryOf(intent, { state: "failed", attempts: 1, lastError });

it("shows whether the page is unread and has a star, and changes both: kept first, then sent", async () => {
  const page = await opens();
  expect(marks()).toEqual(["Mark as read", "Remove star"]);
  await press("Mark as read");
  await press("Remove star");
  expect(marks()).toEqual(["Mark as unread", "Star"]);
  expect(await page.intents()).toEqual([intent, { update: "bookmark", id: "b-1", body: { starred: false } }]);
  expect(told).toHaveBeenCalledWith("waiting");
});

it("says why a mark was not sent, and what was refused can be sent again or discarded", async () => {
  const page = await opens([refused]);
  expect([marks()[0], texts("p.quiet")[0]]).toEqual([
    "Mark as read",
    "This is no longer there. It may have been deleted elsewhere.",
  ]);
  await press("Discard");
  await act(settled);
  expect([await page.queue.contents(), texts("p.quiet")]).toMatchObject([{ waiting: [], failed: [] }, [""]]);
  // The button has gone.
  expect(document.activeElement).toBe(document.querySelector("p.outcome"));
});

it.each([
  ["a mark", [], "enqueue", "Mark as read"],
  ["another attempt", [refused], "retry", "Try again"],
  ["discarding", [refused], "discard", "Discard"],
] as const)("says that %s could not be kept", async (_, entries, method, name) => {
  const page = await opens(entries);
  vi.spyOn(page.queue, method).mockRejectedValue(new Error("No space."));
  await press(name);
  await act(settled);
  expect([marks()[0], texts("[role=alert].failure").join("")]).toEqual(["Mark as read", "No space."]);
});

it.each([
  ["retry", "Try again"],
  ["discard", "Discard"],
] as const)(
  "the settings say that a refused page could not be kept otherwise; then the next one has the focus: %s",
  async (method, name) => {
    const page = await openPage([refused, { ...refused, idempotencyKey: crypto.randomUUID() }]);
    const { failed } = await page.queue.contents();
    const changed = vi.fn();
    await page.show(() => h(NotSaved, { queue: page.queue, failed, onChanged: changed }));
    const fails = vi.spyOn(page.queue, method).mockRejectedValueOnce(new Error("No space."));
    await press(name, document.querySelector("article") ?? document);
    await act(settled);
    expect([texts("[role=alert].failure").join(""), changed.mock.calls.length]).toEqual(["No space.", 0]);
    fails.mockRestore();
    await press(name, document.querySelector("article") ?? document);
    await act(settled);
    expect([changed.mock.calls.length, (await page.queue.contents()).failed.length]).toEqual([1, 1]);
    expect([document.activeElement?.id, texts("[role=alert].failure").join("")]).toEqual([
      document.querySelectorAll("h3")[1]?.id,
      "",
    ]);
  },
);
