import { DomUtils, parseDocument } from "htmlparser2";
import { expect, it } from "vitest";
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

/**
 * The rules of metascraper 5.55, which Ghost 6.65 uses, in their order, without those for JSON-LD and microdata, of which the
 * page has none. The rules of other readers, such as those of link previews, are among them.
 */
const RULES: Readonly<Record<string, readonly Rule[]>> = {
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
};

const recommended = sampleRecommendation({
  id: "carol",
  title: "Carol, an author",
  url: "https://carol.example/",
  excerpt: "Notes",
  favicon: "https://carol.example/icon.png",
  featuredImage: "https://carol.example/cover.png",
});

function metadataOf(site: OwnSite) {
  const { text = "" } = sitePageAnswer(site, "https://api.alice.example", [recommended]);
  const all = DomUtils.getElementsByTagName("*", parseDocument(text));
  const found = (rules: readonly Rule[]) => rules.map((rule) => rule(all)).find((value) => value !== undefined);
  return Object.fromEntries(Object.entries(RULES).map(([field, rules]) => [field, found(rules)]));
}

const { title, description, icon, logo } = sampleOwnSite;
const own = { name: title, title, description, url: "https://alice.example/", image: logo };
const MARKUP = `"><img src="x"> & 'co'`;

it.each([
  ["a logo", {}, {}],
  ["an icon only", { logo: null }, { image: icon }],
  ["no image of its own", { logo: null, icon: null }, { image: undefined }],
  ["no description", { description: null }, { description: undefined }],
  ["a name with markup", { title: MARKUP }, { name: MARKUP, title: MARKUP }],
])("readers of metadata see our own site, with %s, and nothing of a recommended one", (_what, site, seen) => {
  expect(metadataOf({ ...sampleOwnSite, ...site })).toEqual({ ...own, ...seen });
});
