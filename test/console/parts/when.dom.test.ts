// @vitest-environment happy-dom
import { h } from "preact";
import { expect, it } from "vitest";
import { When } from "../../../console/parts/when.tsx";
import { openPage } from "../dom/page.ts";

const AT = "2026-11-02T11:30:00.000Z";
const NOW = new Date("2026-11-05T11:30:00.000Z");

it.each([
  ["its age", { now: NOW }, "3 days ago", true],
  ["the day in a list", { now: NOW, isDay: true }, "3 days ago", true],
  ["the day", { isDay: true }, "2 Nov 2026", true],
  ["the day and the hour", {}, expect.stringMatching(/^2 Nov 2026, /), false],
  ["a phrase", { isDay: true, words: (told: string) => `Since ${told}` }, "Since 2 Nov 2026", true],
])("a time is told as %s, and the whole of it where it is pointed at", async (_, props, told, hasTitle) => {
  await (await openPage()).show(() => h(When, { at: AT, ...props }));
  const time = document.querySelector("time");
  expect([time?.dateTime, time?.textContent]).toEqual([AT, told]);
  expect(time?.title.startsWith("2 Nov 2026, ") === hasTitle).toBe(true);
});
