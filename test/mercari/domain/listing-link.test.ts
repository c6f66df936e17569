import { describe, expect, it } from "vitest";
import { derivedImage, listingLink, sellerIdOfLink, sellingUrl } from "../../../lambdas/mercari/domain/listing-link.ts";

const ITEM = { externalId: "m00000000001", sellerType: 1 } as const;
const PRODUCT = { externalId: "2JZZaaaaaaaaaaaaaaaaaa", sellerType: 2 } as const;

describe("a link to a listing", () => {
  it.each([
    "/item/m00000000001",
    "/item/m00000000001/",
    "/en/item/m00000000001",
    "/en/en/item/m00000000001",
    "/zh-TW/item/m00000000001?a=b",
    "/item/m00000000001?source=x#y",
    "https://jp.mercari.com/item/m00000000001",
    "//jp.mercari.com/en/item/m00000000001/",
    " /item/m00000000001 ",
    "http://jp.mercari.com/item/m00000000001",
  ])("is %j", (href) => {
    expect(listingLink(href)).toEqual(ITEM);
  });

  it.each(["/shops/product/2JZZaaaaaaaaaaaaaaaaaa", "/en/shops/product/2JZZaaaaaaaaaaaaaaaaaa/?x"])(
    "is %j, of a shop's product",
    (href) => {
      expect(listingLink(href)).toEqual(PRODUCT);
    },
  );

  it.each([
    "",
    "#",
    "/item/",
    "/item/x1",
    "/item/M1",
    "/item/m1/edit",
    "/user/profile/1",
    "/shops/product/",
    "/shops/profile/x",
    "/catalog/item/m1",
    "https://ads.example/item/m00000000001",
    "https://jp.mercari.com.example/item/m00000000001",
    "javascript:/item/m1",
    "ftp://jp.mercari.com/item/m1",
    "xhttps://jp.mercari.com/item/m1",
    "httpsx://jp.mercari.com/item/m1",
    "http://[",
  ])("is not parsed from %j", (href) => {
    expect(listingLink(href)).toBeNull();
  });

  it("gives the listing's address without query and fragment", () => {
    expect(sellingUrl(ITEM)).toBe("https://jp.mercari.com/item/m00000000001");
    expect(sellingUrl(PRODUCT)).toBe("https://jp.mercari.com/shops/product/2JZZaaaaaaaaaaaaaaaaaa");
  });
});

it("a listing's first photo has an address by its id, a shop's product's has none", () => {
  expect(derivedImage(ITEM)).toBe("https://static.mercdn.net/thumb/item/webp/m00000000001_1.jpg");
  expect(derivedImage(PRODUCT)).toBe("");
});

describe("a link to a profile", () => {
  it.each([
    ["/user/profile/999000077", 1, "999000077"],
    ["/en/user/profile/999000077/?x", 1, "999000077"],
    ["/user/profile/abc", 1, null],
    ["/shops/profile/ZZVRbb", 1, null],
    ["/shops/profile/ZZVRbb", 2, "ZZVRbb"],
    ["/user/profile/999000077", 2, null],
    ["https://ads.example/user/profile/1", 1, null],
  ] as const)("%j gives, for seller type %i, the id %j", (href, sellerType, id) => {
    expect(sellerIdOfLink(href, sellerType)).toBe(id);
  });
});
