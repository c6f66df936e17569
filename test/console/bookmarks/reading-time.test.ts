import { expect, it } from "vitest";
import { readingMinutes } from "../../../console/bookmarks/reading-time.ts";

it.each([
  [0, 1],
  [238, 1],
  [357, 2],
  [2_380, 10],
])("%i words take %i minutes", (words, minutes) => {
  expect(readingMinutes(words)).toBe(minutes);
});
