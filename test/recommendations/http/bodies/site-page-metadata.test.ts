import { DomUtils, parseDocument } from "htmlparser2";
import { describe, expect, it } from "vitest";
import type { OwnSite } from "../../../../lambdas/recommendations/domain/own-site.ts";
import { sitePageAnswer } from "../../../../lambdas/recommendations/http/bodies/site-page-answer.ts";
import { sampleOwnSite } from "../../sample-own-site.ts";
import { sampleRecommendation } from "../../sample-recommendations.ts";

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];
/** The value that a reader finds by one of its rules; undefined without one. */
type Rule = (all: readonly Element[]) => string | undefined;

const meta =
  (...names: readonly string[]): Rule =>
  (all) =>
    names
      .map((name) => all.find(({ attribs }) => name === (attribs.property ?? attribs.name))?.attribs.content)
      .find((content) => content !== undefined);
const link =
  (rel: string): Rule =>
  (all) =>
    all.find(({ name, attribs }) => name === "link" && attribs.rel === rel)?.attribs.href;
const titleElement: Rule = (all) => {
  const found = all.find(({ name }) => name === "title");
  return found && DomUtils.textContent(found);
};
const image =
  (isTaken: (img: Element) => boolean): Rule =>
  (all) =>
    all.find((element) => element.name === "img" && isTaken(element))?.attribs.src;
const inside = (img: Element, name: string): boolean =>
  img.parent !== null && "name" in img.parent && (img.parent.name === name || inside(img.parent as Element, name));

/** The rules of readers in their order, without those for JSON-LD and microdata, of which the page has none. */
const READERS: Readonly<Record<string, Readonly<Record<string, readonly Rule[]>>>> = {
  // github.com/microlinkhq/metascraper 5.55, which Ghost 6.65 uses.
  metascraper: {
    name: [meta("og:site_name", "application-name", "publisher")],
    title: [meta("og:title", "twitter:title"), titleElement],
    description: [meta("og:description", "twitter:description", "description")],
    url: [meta("og:url"), link("canonical")],
    image: [
      meta("og:image:secure_url", "og:image:url", "og:image", "twitter:image:src", "twitter:image"),
      image((img) => inside(img, "article")),
      image(({ attribs }) => /author/i.test(attribs.alt ?? "")),
      image(({ attribs }) => attribs["aria-hidden"] !== "true"),
    ],
  },
  // Link previews by Open Graph alone, such as Mastodon's (app/lib/link_details_extractor.rb).
  "Open Graph": {
    name: [meta("og:site_name")],
    title: [meta("og:title"), titleElement],
    description: [meta("og:description", "description")],
    url: [link("canonical"), meta("og:url")],
    image: [meta("og:image", "og:image:url", "og:image:secure_url")],
  },
  // Cards by the names of X, with Open Graph where these are missing, such as Slack's.
  cards: {
    title: [meta("twitter:title", "og:title"), titleElement],
    description: [meta("twitter:description", "og:description", "description")],
    image: [meta("twitter:image", "og:image")],
  },
  // Readers that know HTML only.
  "plain HTML": { title: [titleElement], description: [meta("description")], icon: [link("icon")] },
};

const recommended = sampleRecommendation({
  id: "carol",
  title: "Carol, an author",
  url: "https://carol.example/",
  excerpt: "Notes",
  favicon: "https://carol.example/icon.png",
  featuredImage: "https://carol.example/cover.png",
});

function seenBy(reader: string, site: OwnSite) {
  const { text = "" } = sitePageAnswer(site, "https://api.alice.example", [recommended]);
  const all = DomUtils.getElementsByTagName("*", parseDocument(text));
  const found = (rules: readonly Rule[]) => rules.map((rule) => rule(all)).find((value) => value !== undefined);
  return Object.fromEntries(Object.entries(READERS[reader] ?? {}).map(([field, rules]) => [field, found(rules)]));
}

const { title, description, icon, logo } = sampleOwnSite;
const own = { name: title, title, description, url: "https://alice.example/", icon };

describe.each(Object.keys(READERS))("readers of metadata by the rules of %s", (reader) => {
  it.each([
    ["a logo", sampleOwnSite, { ...own, image: logo }],
    ["an icon only", { ...sampleOwnSite, logo: null }, { ...own, image: icon }],
    ["no image of its own", { ...sampleOwnSite, logo: null, icon: null }, { ...own, icon: undefined }],
    ["no description", { ...sampleOwnSite, description: null }, { ...own, description: undefined, image: logo }],
    [
      "a name with markup",
      { ...sampleOwnSite, title: `"><img src="x"> & 'co'` },
      { ...own, name: `"><img src="x"> & 'co'`, title: `"><img src="x"> & 'co'`, image: logo },
    ],
  ])("see our own site, with %s, and nothing of a recommended one", (_what, site, expected: object) => {
    const fields = Object.keys(READERS[reader] ?? {});
    const wanted = Object.fromEntries(fields.map((field) => [field, expected[field as keyof typeof expected]]));
    expect(seenBy(reader, site)).toEqual(wanted);
  });
});
