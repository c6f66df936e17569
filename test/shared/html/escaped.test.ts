import { expect, it } from "vitest";
import { escaped } from "../../../lambdas/shared/html/escaped.ts";

it("a text is escaped for markup and for a quoted attribute", () => {
  expect(escaped(`<a b="c" d='e'>&amp;</a>`)).toBe("&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;amp;&lt;/a&gt;");
  expect(escaped("日本 = / ` \n")).toBe("日本 = / ` \n");
});
