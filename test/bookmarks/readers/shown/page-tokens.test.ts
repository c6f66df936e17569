import { describe, expect, it } from "vitest";
import { readableText } from "../../../../lambdas/bookmarks/readers/readable-text.ts";
import { PageTokens } from "../../../../lambdas/bookmarks/readers/shown/page-tokens.ts";

const BASE = new URL("https://page.example/a");

describe("the tokens of a page", () => {
  it.each([29_999, 30_000, 30_001])("are the same at each reading if there are %d", (count) => {
    const tokens = new PageTokens("<i>".repeat(count));
    expect([...tokens]).toHaveLength(count);
    expect([...tokens]).toHaveLength(count);
    expect(tokens.isCut).toBe(false);
  });

  it.each([
    [350_000, false],
    [350_001, true],
  ])("are the first 350,000: of %d the page is cut, %s", (count, isCut) => {
    const tokens = new PageTokens("<i>".repeat(count));
    expect([...tokens]).toHaveLength(350_000);
    expect(tokens.isCut).toBe(isCut);
  });
});

it.each([
  ["the last of 350,000 tokens", "<i>", 349_998, "a", false],
  ["after 350,000 tokens", "<i>", 349_999, "", true],
])("a text that is %s is read, or reported as missing", (_which, piece, count, text, truncated) => {
  expect(readableText(`${piece.repeat(count)}<u>a`, "", BASE)).toMatchObject({ text, truncated });
});

it.each([
  ["fewer than a thousand elements", 999],
  ["more elements than may be open", 1_500],
])("a hidden part is left out after %s have ended", (_which, depth) => {
  const nested = `${"<div>".repeat(depth)}<p>a</p>${"</div>".repeat(depth)}`;
  expect(readableText(`${nested}<p hidden>b</p><p>c</p>`, "", BASE).text).toBe("a\nc");
});

it.each([
  ["in its slot", 29_000, "ab"],
  ["in its own place, of a page of more than 30,000 tokens", 30_000, "ba"],
])("the content of a host is shown %s", (_where, tags, text) => {
  const host = "<x-a><template shadowrootmode=open><slot></slot>b</template>a</x-a>";
  expect(readableText(`${host}${"<i>".repeat(tags)}`, "", BASE).text).toBe(text);
});
