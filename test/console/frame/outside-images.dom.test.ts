// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from "vitest";
import { refuseOutsideImages } from "../../../console/device/outside-images.ts";
import { preferences } from "../../../console/device/preferences.ts";

const { value: initial } = preferences;
afterEach(() => {
  preferences.value = initial;
  document.head.replaceChildren();
  vi.restoreAllMocks();
});

const policies = () =>
  Array.from(document.querySelectorAll("meta"), (each) => [each.httpEquiv, each.getAttribute("content")]);
const want = (images: boolean) => {
  preferences.value = { ...preferences.value, images };
};

it("images of other sites are refused until the person wants them: then the page is loaded again", () => {
  const reload = vi.spyOn(location, "reload").mockReturnValue();
  refuseOutsideImages();
  expect(policies()).toEqual([["Content-Security-Policy", "img-src 'self' data:"]]);
  preferences.value = { ...preferences.value, theme: "dark" };
  expect([policies().length, reload.mock.calls.length]).toEqual([1, 0]);
  want(true);
  expect(reload).toHaveBeenCalledTimes(1);
});

it("a page of a person who wants them refuses them from when the person does not any more", () => {
  want(true);
  refuseOutsideImages();
  expect(policies()).toEqual([]);
  want(false);
  expect(policies().length).toBe(1);
});
