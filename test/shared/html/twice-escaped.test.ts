import { expect, it } from "vitest";
import { unescapedText } from "../../../lambdas/shared/html/twice-escaped.ts";

// https://github.com/mastodon/mastodon/issues/14602, https://github.com/sissbruecker/linkding/issues/233,
// https://github.com/openfoodfoundation/openfoodnetwork/issues/8401
it.each([
  ["Tom &amp; Jerry", "Tom & Jerry"],
  ["Won&#39;t Sell &quot;Bitcoin&quot;", `Won't Sell "Bitcoin"`],
  ["Tout &#xD4;'pr&eacute;", "Tout Ô'pré"],
  ["More&nbsp;writing&#160;&#8211; less", "More\u00a0writing\u00a0– less"],
  ["Escaping &lt;b&gt;", "Escaping <b>"],
  ["&amp;", "&"],
  ["&amp;amp;", "&amp;"],
])("a text that was escaped twice is unescaped: %s", (text, plain) => {
  expect(unescapedText(text)).toBe(plain);
});

it.each([
  ["without references", "Tom & Jerry"],
  ["with a character that escaping replaces", "Use &amp; in place of & alone"],
  ["with markup", "What <b> &amp; <i> do"],
  ["about a space", "What does &nbsp; mean?"],
  ["about a space at its end", "When to write &#160;"],
  ["that only looks like a reference", "AT&T; R&D;"],
  ["with a name that is none", "a &unknown; b"],
  ["that is empty", ""],
])("a text %s stays as it is: %s", (_which, text) => {
  expect(unescapedText(text)).toBe(text);
});
