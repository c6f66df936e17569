import { expect, it } from "vitest";
import { providerNames } from "../../../lambdas/slides/provider-names.ts";
import { documents, read } from "./documents.ts";

const FOR_PEOPLE = providerNames("en");

it("are named to who reads the documents by README.md, of which the others give the link", () => {
  expect(read("README.md"), "README.md, `What each feature does`, row Slides: name every provider").toContain(
    FOR_PEOPLE,
  );
  const others = documents.filter(({ path, text }) => path !== "README.md" && text.includes(FOR_PEOPLE));
  const copies = others.map(({ path }) => path);
  expect(copies, "Give a link to README.md in place of the names").toEqual([]);
});
