import { expect, it } from "vitest";
import { changesOf, formOf } from "../../../console/recommendations/recommendation-changes.ts";

const FORM = formOf({
  id: "1",
  title: "The ferry",
  url: "https://ferry.example/",
  description: "Boats",
  excerpt: "Every day but Sunday.",
  favicon: "https://ferry.example/icon.png",
  featured_image: null,
  one_click_subscribe: true,
  created_at: "2026-11-22T10:00:00.000Z",
  updated_at: null,
});

it("sends what was changed and nothing else, since a field that is sent no longer follows the site", () => {
  expect(changesOf(FORM, FORM)).toEqual({});
  expect(changesOf(FORM, { ...FORM, title: " The old ferry " })).toEqual({ title: "The old ferry" });
  expect(changesOf(FORM, { ...FORM, one_click_subscribe: "no" })).toEqual({ one_click_subscribe: false });
});

it("gives an emptied field back to the site", () => {
  const emptied = { ...FORM, excerpt: " ", favicon: "", description: "", one_click_subscribe: "site" as const };
  expect(changesOf(FORM, emptied)).toEqual({
    excerpt: null,
    favicon: null,
    description: null,
    one_click_subscribe: null,
  });
});
