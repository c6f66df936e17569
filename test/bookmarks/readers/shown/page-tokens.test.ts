import { expect, it } from "vitest";
import { PageTokens } from "../../../../lambdas/bookmarks/readers/shown/page-tokens.ts";
import { readOf } from "../article-of-tests.ts";

it.each([29_999, 30_000, 30_001])("the tokens of a page are the same at each reading if there are %d", (count) => {
  const tokens = new PageTokens("<i>".repeat(count));
  expect([[...tokens].length, [...tokens].length, tokens.isCut]).toEqual([count, count, false]);
});

it.each([
  ["the last of 350,000 tokens", "<i>", 349_998, "a", false],
  ["after 350,000 tokens", "<i>", 349_999, "", true],
])("a text that is %s is read, or reported as missing", (_which, piece, count, text, truncated) => {
  expect(readOf(`${piece.repeat(count)}<u>a`)).toMatchObject({ text, truncated });
});

it.each([
  ["fewer than a thousand elements", 999],
  ["more elements than may be open", 1_500],
])("a hidden part is left out after %s have ended", (_which, depth) => {
  const nested = `${"<div>".repeat(depth)}<p>a</p>${"</div>".repeat(depth)}`;
  expect(readOf(`${nested}<p hidden>b</p><p>c</p>`).text).toBe("a\nc");
});

it.each([
  ["in its slot", 29_000, "ab"],
  ["in its own place, of a page of more than 30,000 tokens", 30_000, "ba"],
])("the content of a host is shown %s", (_where, tags, text) => {
  const host = "<x-a><template shadowrootmode=open><slot></slot>b</template>a</x-a>";
  expect(readOf(`${host}${"<i>".repeat(tags)}`).text).toBe(text);
});
