// @vitest-environment happy-dom
import { Fragment, h } from "preact";
import { act } from "preact/test-utils";
import { expect, it, vi } from "vitest";
import { Shortcuts } from "../../../console/frame/shortcuts.tsx";
import { ReadingScreen } from "../../../console/reading/reading-screen.tsx";
import { pressKey, settled } from "../dom/acts.ts";
import { openText } from "../dom/reading-page.ts";
import { texts } from "../dom/shown.ts";

/** The second of three texts, with the shortcuts of the frame. */
async function opens() {
  const page = await openText([{ title: "Owls" }, { title: "Wrens" }, { title: "Ravens" }]);
  const screen = () => h(Fragment, {}, h(ReadingScreen, {}), h(Shortcuts, {}));
  await page.show(screen, `bookmarks/${page.bookmarks[1]?.id}/read`, "bookmarks/:id/read");
  await act(settled);
  const original = document.querySelector<HTMLAnchorElement>("[data-original]");
  const opened = vi.fn((event: Event) => event.preventDefault());
  original?.addEventListener("click", opened);
  return opened;
}

async function press(key: string, init: KeyboardEventInit = {}, target: Element = document.body): Promise<void> {
  await pressKey(key, target, init);
  await act(settled);
}

it("j and k lead to the texts beside one, and o to its original", async () => {
  const opened = await opens();
  await press("o");
  expect([opened.mock.calls.length, texts("h1")]).toEqual([1, ["Wrens"]]);
  await press("j");
  expect([texts("h1"), document.activeElement?.textContent]).toEqual([["Ravens"], "Ravens"]);
  await press("j");
  expect(texts("h1")).toEqual(["Ravens"]);
  await press("k");
  await press("k");
  expect(texts("h1")).toEqual(["Owls"]);
});

it("they do nothing in a field, with another key, or after g, which makes them a screen's", async () => {
  const opened = await opens();
  const field = document.querySelector(".look input") ?? document.body;
  for (const key of ["j", "k", "o"]) {
    await press(key, {}, field);
    for (const modifier of ["ctrlKey", "altKey", "metaKey"] as const) {
      await press(key, { [modifier]: true, modifierAltGraph: false });
    }
  }
  expect([opened.mock.calls.length, texts("h1")]).toEqual([0, ["Wrens"]]);
  await press("g");
  await press("o");
  expect([opened.mock.calls.length, location.pathname]).toEqual([0, "/app/operations"]);
});
