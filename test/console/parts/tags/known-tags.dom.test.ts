// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { knownTags } from "../../../../console/parts/tags/known-tags.ts";
import { ChangesApi } from "../../../client/sync/changes-api.ts";
import { entryOf, openPage } from "../../dom/page.ts";

it("knows the tags of bookmarks that the API has, those of the most first", async () => {
  const api = new ChangesApi();
  api.saveBookmark("https://blog.example/a", { tags: ["winter", "Birds"] });
  api.saveBookmark("https://blog.example/b", { tags: ["birds"] });
  api.saveBookmark("https://blog.example/c", { tags: [] });
  api.saveStock("https://speakerdeck.com/ada/owls");
  const waits = entryOf({ create: "bookmark", body: { url: "https://blog.example/d", tags: ["new"] } });
  const { library } = await openPage([waits], api);
  expect(knownTags(library)).toHaveLength(2);
  expect(knownTags(library)[0]?.toLowerCase()).toBe("birds");
});
