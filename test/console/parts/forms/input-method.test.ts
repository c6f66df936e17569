import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../../../..");
const PAGES = "{console,extension,lambdas/recommendations/embed,lambdas/site/docs,lib/local/sign-in}/**/*.{ts,tsx}";
const ONLY_READER = "console/parts/forms/input-method.ts";
/** No text is written in a tab. */
const WITHOUT_TEXT = ["console/parts/tabs.tsx"];

const sources = globSync(PAGES, { cwd: ROOT })
  .toSorted()
  .map((path) => [path, readFileSync(resolve(ROOT, path), "utf8")] as const);
const filesWith = (code: RegExp) => sources.filter(([, source]) => code.test(source)).map(([path]) => path);

it("one function tells whether an input method composes", () => {
  expect(filesWith(/\.(?:isComposing|keyCode)\b|\{[^{}]*\b(?:isComposing|keyCode)\b[^{}]*\}\s*[=:)]/)).toEqual([
    ONLY_READER,
  ]);
});

it("whoever listens to keys asks it", () => {
  const listeners = filesWith(/["']key(?:down|up|press)["']|\bonkey|\btinykeys\(|event\.key\b/);
  const asking = filesWith(/\b(?:isComposing|keepOpen)\(/);
  expect(listeners).toEqual(
    expect.arrayContaining(["console/parts/tags/use-tag-box.ts", "console/frame/shortcuts.tsx"]),
  );
  expect(listeners.filter((path) => !asking.includes(path))).toEqual(WITHOUT_TEXT);
});
