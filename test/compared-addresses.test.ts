import { expect, it } from "vitest";

it("an address matches the same one only, wherever it stands", () => {
  const [url, same, other] = ["a", "a", "b"].map((path) => new URL(`https://site.example/${path}`));
  expect({ url, more: 1 }).toMatchObject({ url: same });
  expect({ url, more: 1 }).not.toMatchObject({ url: other });
  expect([{ url }]).not.toMatchObject([{ url: other }]);
  expect(url).not.toMatchObject(other as URL);
});
