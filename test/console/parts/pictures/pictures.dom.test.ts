// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { describe, expect, it } from "vitest";
import { hueOf } from "../../../../console/parts/pictures/hue-of.ts";
import { OwnPicture } from "../../../../console/parts/pictures/own-picture.tsx";
import { SiteIcon } from "../../../../console/parts/pictures/site-icon.tsx";
import { main } from "../../dom/contents.ts";
import { openPage } from "../../dom/page.ts";

const image = () => main().querySelector("img");

describe("a copied picture", () => {
  const shows = async (url: string | null) =>
    (await openPage()).show(() => h(OwnPicture, { url, width: 112, height: 63 }));

  it.each(["https://site.example/i/0b8f-0123", "/i/0b8f-0123"])(
    "of %s is loaded from this page's own origin, when it is seen, and moves nothing",
    async (url) => {
      await shows(url);
      expect(image()?.getAttribute("src")).toBe("/i/0b8f-0123");
      expect([image()?.alt, image()?.width, image()?.height]).toEqual(["", 112, 63]);
      expect([image()?.getAttribute("loading"), image()?.getAttribute("decoding")]).toEqual(["lazy", "async"]);
    },
  );

  it.each([
    null,
    "",
    "https://",
    "https://blog.example/owl.png",
    "https://blog.example/app/i/owl",
    "https://blog.example/i/a/b",
    "https://blog.example/i/",
    "//blog.example/owl.png",
    "javascript:alert(1)",
    "data:image/png;base64,x",
  ])("is none of the address %s", async (url) => {
    await shows(url);
    expect(image()).toBeNull();
  });

  it("is left out when it is not there", async () => {
    await shows("https://site.example/i/0b8f-0123");
    await act(() => void image()?.dispatchEvent(new Event("error")));
    expect(image()).toBeNull();
  });
});

describe("the icon of a site", () => {
  const shows = async (page: string, url: string | null = null) =>
    (await openPage()).show(() => h(SiteIcon, { page, url }));
  const tile = () => main().querySelector<HTMLElement>(".site-icon");

  it("is over a tile with the host's first letter, in the host's colour, and says nothing twice", async () => {
    await shows("https://www.blog.example/owls", "https://site.example/i/0b8f-0123");
    expect([tile()?.textContent, tile()?.getAttribute("aria-hidden")]).toEqual(["B", "true"]);
    expect(tile()?.style.getPropertyValue("--hue")).toBe(String(hueOf("blog.example")));
    expect(image()?.getAttribute("src")).toBe("/i/0b8f-0123");
  });

  it.each([
    ["https://xn--r8jz45g.example/", "X"],
    ["https://127.0.0.1/", "1"],
    ["no address", "N"],
    ["", ""],
  ])("of %j is the letter %j where there is no other", async (page, letter) => {
    await shows(page);
    expect([tile()?.textContent, image()]).toEqual([letter, null]);
  });

  it("has a colour that is the same for a host at all times, and seldom that of another", () => {
    const hues = Array.from({ length: 100 }, (_, number) => hueOf(`site-${number}.example`));
    expect([hueOf("blog.example"), hueOf("🦉.example")]).toEqual([288, 159]);
    expect(new Set(hues).size).toBeGreaterThan(60);
    expect(Math.min(...hues)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...hues)).toBeLessThan(360);
  });
});
