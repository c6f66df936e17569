// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { expect, it, vi } from "vitest";
import { FirstRun } from "../../../console/first-run/first-run.tsx";
import { ChangesApi } from "../../client/sync/changes-api.ts";
import { press, settled } from "../dom/acts.ts";
import { openPage } from "../dom/page.ts";
import { texts } from "../dom/shown.ts";

/** The text of each step, and what it leads to or the name of its button. */
const steps = () =>
  Array.from(document.querySelectorAll(".empty-state"), (step) => [
    step.querySelector(".empty")?.textContent?.split(" ", 2).join(" "),
    step.querySelector("a")?.getAttribute("href") ?? step.querySelector("button")?.textContent,
    step.querySelectorAll("svg").length,
  ]);

it("the first steps have a picture, a sentence and one action each; an administrator has more of them", async () => {
  await (await openPage([], new ChangesApi(), true)).show(FirstRun);
  const own = [
    ["Save a", "Save the first page", 1],
    ["Bring your", "Import bookmarks", 1],
    ["Save the", "/docs/extension", 1],
  ];
  expect(steps()).toEqual([...own, ["Watch what", "/app/prices", 1], ["Recommend the", "/app/recommendations/add", 1]]);
  await (await openPage()).show(FirstRun);
  expect(steps()).toEqual(own);
});

it("what is beyond the console opens beside it, and the console's own screens in their place", async () => {
  await (await openPage([], new ChangesApi(), true)).show(FirstRun);
  const links = Array.from(document.querySelectorAll("a"), ({ target, rel }) => [target, rel]);
  expect(links).toEqual([
    ["_blank", "noopener"],
    ["", ""],
    ["", ""],
  ]);
});

it("the dialog of an import is opened by its step", async () => {
  await (await openPage()).show(FirstRun);
  await press("Import bookmarks");
  await vi.dynamicImportSettled();
  await act(settled);
  expect([document.querySelector("dialog")?.open, texts("dialog h2")]).toEqual([true, ["Import bookmarks"]]);
});
