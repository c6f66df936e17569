import { describe, expect, it } from "vitest";
import { verifiedMention } from "../../../lambdas/recommendations/readers/mention-verification.ts";
import { untrackedAddress } from "../../../lambdas/recommendations/readers/untracked-address.ts";

const OURS = "https://our.example/";
const SOURCE = new URL("https://blog.example/posts/birds/");

const verify = (mediaType: string, body: string, target: string) =>
  verifiedMention({ url: SOURCE, mediaType, body }, target);

/** The link in a source of each type that is read. */
const DOCUMENTS: readonly [mediaType: string, document: (address: string) => string][] = [
  ["text/html", (address) => `<p>See <a href="${address.replaceAll("&", "&amp;")}">a site</a>.</p>`],
  ["application/json", (address) => JSON.stringify([{ url: address }])],
  ["text/plain", (address) => `See ${address}.`],
  ["text/markdown", (address) => `See [a site](${address}), please.`],
  [
    "application/atom+xml",
    (address) => `<feed><entry><link href="${address.replaceAll("&", "&amp;")}"/></entry></feed>`,
  ],
];

const TRACKED = [
  // Ghost's default for the links of a post.
  ["https://our.example/?ref=blog.example", OURS],
  ["https://our.example?ref=blog.example", OURS],
  ["https://our.example/?ref=blog.example&attribution_id=65f0c2&attribution_type=post", OURS],
  ["https://our.example/?utm_source=blog&utm_medium=web&utm_campaign=x", OURS],
  ["https://our.example/?UTM_Source=newsletter", OURS],
  ["https://our.example/?fbclid=IwAR0&mc_eid=5", OURS],
  ["https://our.example/?mtm_campaign=x&pk_kwd=y&matomo_source=z", OURS],
  ["https://our.example/?_bhlid=3f2a", OURS],
  ["https://our.example/?ck_subscriber_id=12", OURS],
  ["https://our.example/?source=post_page-----3f2a", OURS],
  ["https://our.example/a?b=1&ref=x&c=2", "https://our.example/a?b=1&c=2"],
  ["https://our.example/a?ref=x&b=1", "https://our.example/a?b=1"],
  ["https://our.example/a?ref=x#part", "https://our.example/a#part"],
  // The target that was announced has them, and the link does not, or others.
  ["https://our.example/", "https://our.example/?ref=blog.example"],
  ["https://our.example/?ref=one", "https://our.example/?utm_source=two"],
] as const;

const OTHERS = [
  ["https://our.example/?page=2", OURS],
  ["https://our.example/?reference=1", OURS],
  ["https://our.example/?ref=x&page=2", OURS],
  ["https://our.example/a?b=2&ref=x", "https://our.example/a?b=1"],
  ["https://our.example/a?ref=x&c=2&b=1", "https://our.example/a?b=1&c=2"],
  ["https://our.example/a/?ref=x", "https://our.example/a"],
  ["https://our.example.evil.example/?ref=x", OURS],
  ["https://other.example/?ref=https://our.example/", OURS],
] as const;

describe.each(DOCUMENTS)("a mention in %s", (mediaType, document) => {
  it.each(TRACKED)("%s verifies %s", (address, target) => {
    expect(verify(mediaType, document(address), target)).toBe("found");
  });

  it.each(OTHERS)("%s does not verify %s", (address, target) => {
    expect(verify(mediaType, document(address), target)).toBe("gone");
  });
});

it("without a tracking parameter an address stays as the URL standard serializes it", () => {
  expect(untrackedAddress("https://our.example/?")).toBe("https://our.example/?");
  expect(untrackedAddress("https://our.example/a?&b=%7e&")).toBe("https://our.example/a?&b=%7e&");
  expect(untrackedAddress("../a?ref=x", "https://our.example/b/c")).toBe("https://our.example/a");
  expect(untrackedAddress("no address")).toBeNull();
});
