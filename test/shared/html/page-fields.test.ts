import { describe, expect, it } from "vitest";
import { pageDeclarations } from "../../../lambdas/shared/html/page-declarations.ts";
import { pageMetadata } from "../../../lambdas/shared/html/page-metadata.ts";

const read = (html: string) => pageMetadata(pageDeclarations(html), new URL("https://blog.example/post"));
const named = (author: string) => `<script type=application/ld+json>${JSON.stringify({ author })}</script>`;

describe("the author of a page", () => {
  it.each([
    "//alice.example",
    "https://alice.example/",
    "h2+x.y-z://alice",
    "WWW.alice",
    "a.b.example/alice",
    "a.example/",
  ])("is not the address %s", (address) => {
    expect(read(`<meta name=author content="${address}">`).author).toBeNull();
    expect(read(`<meta name=author content="${address}">${named("Alice")}`).author).toBe("Alice");
  });

  it.each(["Alice // Bob", "Alice (www.alice.example)", "Alice of a.example/alice", "a.example", "Alice/Bob"])(
    "may be %s",
    (author) => {
      expect(read(`<meta name=author content="${author}">`).author).toBe(author);
    },
  );

  it("is the first that is not empty", () => {
    expect(read(`<meta name=author content=" ">${named(" ")}${named("Alice")}`).author).toBe("Alice");
  });
});

describe("other fields", () => {
  it.each(["og:image", "og:image:secure_url", "og:image:url", "twitter:image", "twitter:image:src"])(
    "the image is read from %s",
    (name) => {
      expect(read(`<meta name="${name}" content="/i.png">`).imageUrl).toBe("https://blog.example/i.png");
    },
  );

  it("the language is that of the element html, wherever it is", () => {
    expect(read("<meta name=a content=b><base lang=en><html lang=ja>").language).toBe("ja");
    expect(read("<html lang='' xml:lang=fr>").language).toBe("fr");
  });
});
