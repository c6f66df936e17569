import { expect, it } from "vitest";
import { declaresWholeSite } from "../../../lambdas/recommendations/readers/site-page.ts";

/** The declarations of a complete head. */
const WHOLE = {
  title: '<meta property="og:title" content="A">',
  excerpt: '<meta property="og:description" content="Words">',
  image: '<meta property="og:image" content="/a.png">',
  icon: '<link rel="icon" href="/i.png">',
};
const TWITTER = {
  title: '<meta name="twitter:title" content="A">',
  excerpt: '<meta name="twitter:description" content="Words">',
  image: '<meta name="twitter:image:src" content="//cdn.example/a.png">',
};

/** Whether the beginning of a page is enough, with this head. */
const isWhole = (head: Partial<typeof WHOLE>, end = "</head>") =>
  declaresWholeSite(Buffer.from(`<!doctype html><head>${Object.values({ ...WHOLE, ...head }).join("")}${end}`));

it.each([
  ["the head's end", {}, "</head>"],
  ["the body's beginning", {}, "<body class=x>"],
  ["the fields of Twitter's cards", TWITTER, "</head>"],
  ["a base for its pictures", { icon: `<base href="/x/">${WHOLE.icon}` }, "</head>"],
  [
    "a second picture after one that has no address",
    { image: `${WHOLE.image.replace("/a.png", "data:x")}${WHOLE.image}` },
    "</head>",
  ],
])("the rest of a page does not matter after a head with everything and %s", (_what, head, end) => {
  expect(isWhole(head, end)).toBe(true);
});

it.each([
  ["no title", { title: "<title>A</title>" }, "</head>"],
  ["a blank title", { title: WHOLE.title.replace("A", " ") }, "</head>"],
  ["no excerpt", { excerpt: '<meta name="description" content="Words">' }, "</head>"],
  ["a blank excerpt", { excerpt: WHOLE.excerpt.replace("Words", "\u200b") }, "</head>"],
  ["no picture", { image: "" }, "</head>"],
  ["a picture without an address", { image: WHOLE.image.replace("/a.png", "data:image/png,x") }, "</head>"],
  ["no icon", { icon: "" }, "</head>"],
  ["an icon without an address", { icon: WHOLE.icon.replace("/i.png", "javascript:x") }, "</head>"],
])("the rest of a page may declare more after a head with %s", (_what, head, end) => {
  expect(isWhole(head, end)).toBe(false);
});
