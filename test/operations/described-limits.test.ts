import { expect, it } from "vitest";
import { allFeatures } from "../../lambdas/operations/all-routes.ts";
import { openapi } from "../../lambdas/operations/openapi.ts";

it.each([
  ["/v1/bookmarks", /400 bookmarks and stocks an hour can be saved, 20,000 bookmarks a day can be imported$/],
  ["/v1/stocks", /400 bookmarks and stocks an hour can be saved$/],
  ["/v1/bookmarks/{id}/reprocess", /400 times an hour a bookmark or stock can be read again$/],
  ["/v1/stocks/{id}/refetch", /400 times an hour a bookmark or stock can be read again$/],
])("the description of POST %s tells the limits of a user", (path, words) => {
  const { paths } = JSON.parse(JSON.stringify(openapi({ features: allFeatures, url: "https://api.example" })));
  expect(paths[path].post.summary).toMatch(words);
});
