import { afterEach, describe, expect, it, vi } from "vitest";
import { pageAt, pageOf } from "../../extension/saving/page.ts";

const ADDRESS = "https://blog.example/tea";

describe("a page", () => {
  afterEach(() => vi.unstubAllGlobals());
  const selecting = (executeScript: () => Promise<unknown>) =>
    vi.stubGlobal("chrome", { scripting: { executeScript } });

  it("has what is selected on it as its note", async () => {
    selecting(async () => [{ result: "  Boil the water.\n" }]);
    expect(await pageOf({ id: 1, url: ADDRESS, title: " Tea " })).toEqual({
      url: ADDRESS,
      title: "Tea",
      note: "Boil the water.",
    });
  });

  it("has no note where the browser keeps extensions away from it", async () => {
    // As Chromium says it.
    selecting(() => Promise.reject(new Error("The extensions gallery cannot be scripted.")));
    expect(await pageOf({ id: 1, url: ADDRESS, title: "Tea" })).toEqual({ url: ADDRESS, title: "Tea", note: "" });
  });

  it.each(["about:blank", "chrome://extensions/", "file:///etc/hosts", "javascript:alert(1)", "", undefined])(
    "at %o is none of the web",
    async (url) => {
      selecting(async () => [{ result: "" }]);
      expect(await pageOf(url === undefined ? null : { id: 1, url })).toBeNull();
    },
  );

  it("ends title and note where the API's limits are, and cuts no character in two", () => {
    const page = pageAt(ADDRESS, "😀".repeat(251), `${"x".repeat(4_999)}😀`);
    expect([page?.title.length, page?.note.length]).toEqual([500, 4_999]);
    expect(pageAt(ADDRESS, `${"x".repeat(499)}😀`)?.title).toBe("x".repeat(499));
  });
});
