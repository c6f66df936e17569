import { expect, it } from "vitest";
import { failureText } from "../../../console/slides/deck-words.ts";

it.each([
  [["not_found", "gone"], /^The site has no public deck at this address/],
  [["private", "forbidden"], /^The deck is private\./],
  [
    ["network", "timeout", "name_not_resolved", "request_timeout", "too_early", "rate_limited", "upstream_error"],
    /^The site could not be reached or was too busy\./,
  ],
  [["unreadable_page", ""], /^The site's answer could not be read/],
])("%j has its own words", (codes, words) => {
  for (const code of codes) expect(failureText(code)).toMatch(words);
});

it("names a code that it does not know", () => {
  expect(failureText("markup_changed")).toContain("(markup_changed)");
});
