import { expect, it } from "vitest";
import { searchUrl } from "../../../lambdas/mercari/domain/search-url.ts";
import { crawlSetting } from "../sample-crawls.ts";

// Every parameter of a setting: test/mercari/products-api.test.ts.
it("a search has the keyword and the page, and no parameter that the setting leaves open", () => {
  const { origin, pathname, searchParams } = new URL(searchUrl(crawlSetting({ keyword: "ミナト MX-3 & 箱" }), "v1:2"));
  expect(`${origin}${pathname}`).toBe("https://jp.mercari.com/search");
  expect(Object.fromEntries(searchParams)).toEqual({
    keyword: "ミナト MX-3 & 箱",
    sort: "created_time",
    order: "desc",
    page_token: "v1:2",
  });
});
