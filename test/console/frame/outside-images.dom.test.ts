// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from "vitest";

afterEach(() => {
  document.head.replaceChildren();
  vi.restoreAllMocks();
});

const policies = () =>
  Array.from(document.querySelectorAll("meta"), (each) => [each.httpEquiv, each.getAttribute("content")]);

/** A page that was just loaded, of a person who wants images of other sites or not. */
async function opened(images: boolean) {
  vi.resetModules();
  const { refuseOutsideImages } = await import("../../../console/device/outside-images.ts");
  const { preferences } = await import("../../../console/device/preferences.ts");
  const prefer = (changes: Partial<typeof preferences.value>) => {
    preferences.value = { ...preferences.value, ...changes };
  };
  const reload = vi.spyOn(location, "reload").mockReturnValue();
  prefer({ images });
  refuseOutsideImages();
  return { prefer, reload };
}

it("images of other sites are refused until the person wants them: then the page is loaded again", async () => {
  const { prefer, reload } = await opened(false);
  expect(policies()).toEqual([["Content-Security-Policy", "img-src 'self' data:"]]);
  prefer({ theme: "dark" });
  expect([policies().length, reload.mock.calls.length]).toEqual([1, 0]);
  prefer({ images: true });
  expect(reload).toHaveBeenCalledTimes(1);
});

it("a page of a person who wants them refuses them from when the person does not any more", async () => {
  const { prefer, reload } = await opened(true);
  expect([policies().length, reload.mock.calls.length]).toEqual([0, 0]);
  prefer({ images: false });
  expect(policies().length).toBe(1);
});
