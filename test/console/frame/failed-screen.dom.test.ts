// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, expect, it, vi } from "vitest";
import { settled } from "../dom/acts.ts";
import { texts } from "../dom/shown.ts";

afterEach(() => {
  vi.restoreAllMocks();
  document.head.replaceChildren();
});

it("a screen whose files can't be loaded says so at its address, and the others are there as before", async () => {
  // Anew: what a screen needs is loaded once.
  vi.resetModules();
  const { openPage } = await import("../dom/page.ts");
  const { AnsweringApi } = await import("../dom/answering-api.ts");
  const { Frame } = await import("../../../console/frame/frame.tsx");
  const told = vi.spyOn(console, "error").mockImplementation(() => undefined);
  document.head.append(Object.assign(document.createElement("meta"), { name: "screen-styles", content: "/s.css" }));
  vi.spyOn(document.head, "append").mockImplementation((link) => {
    queueMicrotask(() => (link as HTMLLinkElement).dispatchEvent(new Event("error")));
  });
  const api = new AnsweringApi().answer("GET /v1/notices", { notices: [], next_cursor: null });
  await (await openPage([], api)).show(Frame, "bookmarks");
  const follow = async (path: string) => {
    await act(() => document.querySelector<HTMLElement>(`nav a[href="/app/${path}"]`)?.click());
    await act(settled);
    await vi.dynamicImportSettled();
    await act(settled);
    return texts("main h1");
  };
  const failed = ["Something went wrong on this page. Unsent changes are safe."];
  expect(await follow("slides")).toEqual(failed);
  expect(told.mock.calls).toEqual([[new Error("/s.css could not be loaded.")]]);
  expect(await follow("bookmarks")).toEqual(["Bookmarks"]);
  expect(await follow("slides")).toEqual(failed);
});
